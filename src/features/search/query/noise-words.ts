import brand from '../../../platform/config/brand.json' with { type: 'json' };
import { nameBrand } from '../../../platform/text/brand-name.ts';
import { foldForSearch, foldJoined } from '../../../platform/text/persian-text.ts';
import { isOneTypoApart } from './typo.ts';

/** Words that people type around a title, by what they say about it. None of them must match (issue 33, section 3). */
const NOISE_WORDS = {
  action:
    'دانلود، دانلودی، دان، تماشا، تماشای، ببین، ببینم، ببینیم، دیدن، نگاه کردن، پخش، پخش زنده، پخش آنلاین، آنلاین، استریم، خرید، خریدن، اجاره، اکران آنلاین، مشاهده، مشاهده‌ی، دریافت، لینک، لینک مستقیم، لینک دانلود، مستقیم، تک لینک، پرسرعت، جستجو، جست‌وجو، سرچ، پیدا کردن، کجا ببینم، از کجا، چطور، می‌خوام، میخوام، می‌خواهم، لطفا، download, dl, downlod, watch, watching, play, stream, streaming, online, link, direct link, torrent, magnet, search, find, where to watch, buy, rent, danlod, danlood, download e, tamasha, tamashaye, tamashaie, bebin, bebinam, online bebin, pakhsh, link mostaghim, mikham',
  price:
    'رایگان، مجانی، بدون اشتراک، نیم بها، نیم‌بها، ترافیک نیم بها، تخفیف، قیمت، free, for free, gratis, rayegan, nim baha, without registration',
  format:
    'فرمت، حجم، کم حجم، حجم کم، فایل، ویدیویی، موبایل، تلویزیون، مگابایت، گیگابایت، مگ، گیگ، mkv, mp4, avi, mov, wmv, flv, webm, m4v, mpg, mpeg, 3gp, iso, ts, m2ts, rar, zip, srt, mb, gb, file, format, size, hajm, kam hajm, mobile',
  quality:
    'کیفیت، کیفیت بالا، کیفیت خوب، کیفیت عالی، کیفیت اصلی، باکیفیت، بالاترین کیفیت، بهترین کیفیت، بلوری، بلو ری، اچ دی، اچ‌دی، فول اچ دی، فول اچ‌دی، فورکی، پرده ای، پرده‌ای، روی پرده، دی وی دی، وب دی ال، hd, fhd, uhd, qhd, sd, full hd, hq, high quality, good quality, best quality, quality, resolution, keyfiyat, keifiat, keifiyat, ba keyfiyat, bluray, blu ray, bluerey, bdrip, brrip, bdremux, bd, br, remux, web, webdl, web dl, webrip, web rip, hdrip, hd rip, dvdrip, dvd rip, dvd, dvdscr, dvd5, dvd9, hdtv, hdtvrip, pdtv, dsr, tvrip, satrip, vhs, vhsrip, vod, vodrip, cam, camrip, hdcam, hdts, telesync, telecine, hdtc, screener, scr, r5, ppv, hdr, hdr10, hdr10plus, sdr, dv, dovi, dolby vision, hlg, imax, 3d, hsbs, half sbs, sbs, hou, ai upscale, upscaled',
  codec:
    'کدک، هوک، avc, hevc, xvid, divx, vp9, av1, mpeg2, mpeg4, vc1, aac, ac3, eac3, e ac3, dd, ddp, ddpa, dts, dts hd, dtshd, dts x, dtsx, hd ma, truehd, true hd, atmos, flac, mp3, opus, lpcm, pcm, stereo, mono, surround, dolby, dolby digital, hi10p, hi10',
  dub: 'دوبله، دوبله فارسی، دوبله‌ی فارسی، دوبله شده، دوبله‌شده، دوبله شده به فارسی، دوبله گلوری، دوبله اختصاصی، دوبله سورن، دوبله آواژه، دوزبانه، دو زبانه، دو زبانه فارسی انگلیسی، صدای اصلی، زبان اصلی، صداگذاری، صوت، صوت دوبله، dub, dubbed, dubbing, dubb, dual audio, dual, multi audio, multi, duble, doble, double farsi, doble farsi, duble farsi, dobleh, doobleh, dooble, zaban asli, do zabane, voice over',
  subtitle:
    'زیرنویس، زیر نویس، زیرنویس فارسی، زیرنویس چسبیده، زیرنویس چسبیده فارسی، زیرنویس انگلیسی، چسبیده، هاردساب، سافت ساب، سافت‌ساب، هارد ساب، هارد‌ساب، ساب، متن، sub, subs, subbed, subtitle, subtitles, subtitled, softsub, soft sub, hardsub, hard sub, softsubs, hardsubs, esub, esubs, msub, msubs, vostfr, cc, closed captions, zirnevis, zir nevis, zirnevise, zirnevis chasbide, chasbide, farsi sub, persian sub, multisub, multi sub, korsub',
  language:
    'فارسی، پارسی، انگلیسی، به زبان، زبان، زبان فارسی، عربی، ترکی، کردی، هندی، کره‌ای، کره ای، ژاپنی، چینی، فرانسوی، آلمانی، اسپانیایی، ایتالیایی، روسی، persian, farsi, english, arabic, turkish, hindi, korean, japanese, chinese, mandarin, french, german, spanish, italian, russian, language, fa, eng, fas, per, zaban, be zaban, ingilisi, engelisi, truefrench, latino, ita, rus, hin, kor, jpn, esp',
  edition:
    'کامل، نسخه، نسخه‌ی، نسخه کامل، نسخه اصلی، نسخه جدید، نسخه سینمایی، بدون سانسور، بدون حذفیات، سانسور شده، سانسورشده، بدون سانسور و حذفیات، حذفیات، سانسور، اصل، اصلی، بازسازی شده، یکجا، یک‌جا، همه قسمت‌ها، تمام قسمت‌ها، همه قسمت ها، full, full movie, full film, complete, uncut, uncensored, unrated, extended, extended cut, extended edition, directors cut, director s cut, theatrical, theatrical cut, final cut, remastered, restored, remaster, special edition, criterion, criterion collection, anniversary edition, version, edition, original, official, proper, repack, rerip, real, internal, limited, retail, readnfo, nfo, hybrid, open matte, complete series, complete season, kamel, bedone sansor, bedun sansor, bedone censor, noskhe, noskhe kamel, sansor',
  site: 'سایت، وب سایت، وب‌سایت، سایت فیلم، کانال، کانال تلگرام، تلگرام، تلگرامی، اینستاگرام، ربات، اپ، اپلیکیشن، برنامه، گوگل، یوتیوب، آپارات، فیلیمو، نماوا، فیلم نت، فیلم‌نت، فیلیم نت، تلویبیون، لنز، روبیکا، شیدا، دیجی موویز، دیجی‌موویز، سی نما، زرفیلم، فیلم تو مدیا، ایمدب، ویکی پدیا، ویکی‌پدیا، نتفلیکس، site, website, channel, telegram, instagram, app, google, youtube, aparat, filimo, namava, filmnet, telewebion, lenz, rubika, digimoviez, digimovie, film2movie, 30nama, uptv, uptvs, upera, zarfilm, doostihaa, imdb, tmdb, letterboxd, wikipedia, netflix, nf, amazon, amzn, prime video, hulu, hmax, max, dsnp, disney plus, atvp, pcok, pardeh, www, http, https, html',
  about:
    'نقد، نقد و بررسی، بررسی، خلاصه، خلاصه داستان، داستان، معرفی، بازیگران، بازیگرای، بازیگر، عوامل، کارگردان، کارگردان کیست، سال ساخت، امتیاز، نمره، نظرات، تریلر، تیزر، آنونس، آهنگ، موسیقی متن، موزیک، تیتراژ، دیالوگ، پوستر، عکس، پشت صحنه، درباره، در مورد، چیست، کیست، چیه، اسم، نام، به نام، به اسم، review, reviews, trailer, teaser, cast, actors, plot, summary, synopsis, story, ost, soundtrack, rating, score, wiki, poster, called, named, be name, be esm, naghd, bazigaran, kholase, dastan, titraj',
  opinion:
    'قشنگ، خوب، عالی، جالب، زیبا، زیبای، بسیار زیبا، بسیار زیبای، معروف، محبوب، پرطرفدار، جدید، جدیدترین، جدیده، قدیمی، قدیم، بهترین، بسیار، خیلی، دیدنی، new, newest, latest, old, classic, best, good, great, famous, popular, nice, top, jadid, ghadimi, ghashang, khub, behtarin, ziba',
} as const;

const NOISE_PATTERNS = {
  quality: [
    /^\d{3,4}[pi](?:\d\d)?$/,
    /^(?:480|540|576|720|1080|1440|2160|4320)(?:پی|p|i)?$/u,
    /^[24568]k$/,
    /^\d{2,3}fps$/,
  ],
  codec: [
    /^[xh]26[3456]$/,
    /^\d{1,2}bits?$/,
    /^(?:dd|ddp|aac|ac3|dts|eac3|opus|flac)\d{1,2}$/,
    /^\d+kbps$/,
    /^\d{1}ch$/,
  ],
  format: [/^\d{2,5}(?:mb|gb|مگ|گیگ|مگابایت|گیگابایت)$/u],
  edition: [/^s\d{1,2}$/, /^s\d{1,2}e\d{1,3}$/, /^e\d{1,3}$/, /^ep\d{1,3}$/, /^\d{1,2}x\d{2,3}$/],
} as const;

/** «فصل ۲ قسمت ۵»: such a word, and the number beside it. */
const COUNTED_WORDS = fold(
  'قسمت، قسمت‌های، قسمتهای، فصل، اپیزود، پارت، season, seasons, episode, episodes, ep, part, ghesmat, ghesmate, fasl, fasle, vol, cd, disc',
);
const ORDINALS = fold(
  'اول، دوم، سوم، چهارم، پنجم، ششم، هفتم، هشتم، نهم، دهم، آخر، یک، دو، سه، چهار، پنج، شش، هفت، هشت، نه، ده، یکم، اولین، one, two, three, four, five, six, first, second, third, last, aval, avval, dovom, sevom, chaharom, akhar, yek, do, se',
);
/** «با زیرنویس»: a link before such a word belongs to it. */
const LINKS = fold(
  'با، به، بدون، از، در، برای، و، را، رو، همراه، همراه با، یک، with, without, in, of, no, on, from, by, for, and, the, a, ba, be, bedone, bedun, az, dar, baraye, va, o, e, ye, ro, ra, ی، ای',
);

const PHRASE_MAX = 4; // In words
/** A slip of the finger in a noise word of fewer letters may be another word. */
const TYPO_MIN = 6;

const phrases = new Set(Object.values(NOISE_WORDS).flatMap((list) => [...fold(list)]));
const longWords = [...phrases].filter((phrase) => !phrase.includes(' ') && phrase.length >= TYPO_MIN);
const patterns: readonly RegExp[] = Object.values(NOISE_PATTERNS).flat();
const technical = new Set(
  [...fold(NOISE_WORDS.quality), ...fold(NOISE_WORDS.codec)].filter((word) => /^[a-z]/.test(word)),
);

/** For each folded word: true if it describes a title and is, by the words alone, not part of its name. */
export function findNoise(words: readonly string[]): boolean[] {
  const isNoise = words.map(() => false);
  const mark = (from: number, length: number) => isNoise.fill(true, from, from + length);
  for (let at = 0; at < words.length; at += 1) {
    const length = measureNoise(words, at);
    if (length === 0) continue;
    mark(at, length);
    for (let link = at - 1; link > 0 && !isNoise[link] && LINKS.has(words[link] ?? ''); link -= 1) mark(link, 1);
    at += length - 1;
  }
  markRelease(words, isNoise);
  return isNoise;
}

/** In words; 0 for none. The longest phrase wins. */
function measureNoise(words: readonly string[], at: number): number {
  for (let length = Math.min(PHRASE_MAX, words.length - at); length > 0; length -= 1) {
    if (isNoiseWord(words.slice(at, at + length).join(' '))) return length;
  }
  const word = words[at] ?? '';
  if (COUNTED_WORDS.has(word)) return isCount(words[at + 1]) ? 2 : 1;
  if (isCount(word) && COUNTED_WORDS.has(words[at + 1] ?? '')) return 2;
  if (patterns.some((pattern) => pattern.test(word))) return 1;
  return word.length >= TYPO_MIN && longWords.some((other) => isOneTypoApart(word, other)) ? 1 : 0;
}

function isCount(word = ''): boolean {
  return /^\d{1,3}$/.test(word) || ORDINALS.has(word);
}

/** «name.1997.1080p.x264-Group»: Latin words behind the first technical one are of the release, known or not. */
function markRelease(words: readonly string[], isNoise: boolean[]): void {
  const first = words.findIndex((word) => technical.has(word) || patterns.some((pattern) => pattern.test(word)));
  const isNamed = words.slice(0, Math.max(0, first)).some((_, at) => isNoise[at] === false);
  if (!isNamed) return;
  for (const [at, word] of words.entries()) if (at > first && /^[a-z\d]+$/.test(word)) isNoise[at] = true;
}

export function isNoiseWord(word: string): boolean {
  return phrases.has(word) || listSiteNames().has(word);
}

let siteNames: { text: string; words: ReadonlySet<string> } = { text: '', words: new Set() };

/** As the desk has it; a text of the search folds it once. */
function listSiteNames(): ReadonlySet<string> {
  const text = nameBrand('name', 'fa', brand.name.fa);
  if (text !== siteNames.text) siteNames = { text, words: fold(text) };
  return siteNames.words;
}

export function isNoiseLink(word: string): boolean {
  return LINKS.has(word);
}

function fold(list: string): Set<string> {
  const texts = list.split(/[،,]/u);
  return new Set(texts.flatMap((text) => [foldForSearch(text), foldJoined(text)]).filter((text) => text !== ''));
}
