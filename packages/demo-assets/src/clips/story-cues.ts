import type { Subtitles } from './subtitles.ts';
import {
  CLIP_OF_TRAILER,
  SHOT_SECONDS,
  TRAILER_SHOTS,
  TRAILER_SHOT_SECONDS,
  type StoryName,
  type TrailerName,
} from './stories.ts';

/** One line for each shot. */
const LINES: Record<StoryName, readonly (readonly [fa: string, en: string])[]> = {
  'clip-crime': [
    ['[صدای باران] شهر در شب یک پرونده است.', '[rain] At night the city is a file.'],
    ['– کسی زیر چراغ منتظر است.\n– من هم.', '– Somebody waits under the lamp.\n– So do I.'],
    ['از پشت پرده همه گناهکار به نظر می‌آیند.', 'Through a blind everybody looks guilty.'],
    ['پله‌ها را شمردم: ۳۹ تا. یکی صدا می‌داد.', 'I counted the stairs: 39. One of them spoke.'],
    ['پول آمد و مثل باران رفت.', 'The money came, and went like rain.'],
    ['ته راهرو دری باز بود.', 'At the end of the corridor a door stood open.'],
    ['– این اثر انگشت کیست؟\n– مال تو.', '– Whose print is this?\n– Yours.'],
    ['بنشین. از اول بگو.', 'Sit down. Begin at the beginning.'],
    ['در هر پنجره کسی چیزی دیده است.', 'In each window somebody has seen something.'],
    ['قطار ساعت ۲۳:۱۰ می‌رود؛ با من یا بی من.', 'The train goes at 23:10, with me or without me.'],
  ],
  'clip-road': [
    ['راه افتادیم پیش از آنکه گرم شود.', 'We left before it was hot.'],
    ['– همه‌چیز را آورده‌ایم؟\n– جز عجله.', '– Have we brought everything?\n– All but haste.'],
    ['در آینه، خانه کوچک‌تر می‌شود.', 'In the mirror, home grows smaller.'],
    ['پدر می‌گفت کوه نزدیک است؛ سه ساعت گذشته.', 'Father said the mountain was near; that was three hours ago.'],
    ['این ده ۴۰ خانه دارد و یک چراغ روشن.', 'This village has 40 houses and one light.'],
    ['[صدای باد در گندم]', '[wind in the wheat]'],
    ['– اسمش چیست؟\n– گاو که اسم نمی‌خواهد.', '– What is her name?\n– A cow needs none.'],
    ['زیر این درخت ناهار خوردیم.', 'Under this tree we had our lunch.'],
    ['از این‌جا به بعد جاده نیست.', 'From here on there is no road.'],
    ['رسیدیم؛ کسی گفت: دیر کردید.', 'We arrived, and somebody said: you are late.'],
  ],
  'clip-children': [
    ['نخ را شل کن! حالا بدو!', 'Let go of the string! Now run!'],
    ['مدادها شب‌ها شهر می‌سازند.', 'At night the pencils build a town.'],
    ['– کفش‌هایت کو؟\n– نوبت خواهرم است.', '– Where are your shoes?\n– It is my sister’s turn.'],
    ['ماهی قرمز تا عدد ۳ بلد است بشمارد.', 'The goldfish can count to 3.'],
    ['دوچرخه مال سه نفر است.', 'The bicycle belongs to three of us.'],
    ['بادکنک می‌داند کجا می‌رود.', 'The balloon knows where it goes.'],
    ['رمز خانهٔ درختی: «سیب، سیب، گلابی».', 'The word for the tree house: apple, apple, pear.'],
    ['[خرس خروپف می‌کند]', '[the bear snores]'],
    ['نهنگ بزرگ‌تر از مدرسه است.', 'The whale is bigger than the school.'],
    ['ماه گوش دارد؛ همه‌چیز را می‌شنود.', 'The moon has ears; it hears everything.'],
  ],
  'clip-space': [
    ['روز ۱۴۰۱ سفر. همه خوبیم.', 'Day 1401 of the voyage. We are all well.'],
    ['– ایستگاه، صدایم را داری؟\n– با ۸ دقیقه تأخیر.', '– Station, do you hear me?\n– Eight minutes late.'],
    ['در شیشهٔ کلاهم زمین را می‌بینم.', 'I see the Earth in my visor.'],
    ['شهری که ساختیم چراغ‌هایش را خودش روشن می‌کند.', 'The city that we built puts on its own lights.'],
    ['زمان این‌جا حلقه می‌زند.', 'Here time goes in a ring.'],
    ['سه گنبد، یک چراغ، هیچ ردپا.', 'Three domes, one light, not one footprint.'],
    ['نقشه با هر نگاه عوض می‌شود.', 'The map changes with each look.'],
    ['[سکوت]', '[silence]'],
    ['– دستت را بده.\n– خیلی دور است.', '– Give me your hand.\n– It is too far.'],
    ['به خانه که برسیم، دوباره شب است.', 'When we are home it will be night again.'],
  ],
  'clip-war': [
    ['خاکریز ساکت است؛ این بدتر است.', 'The line is quiet; that is worse.'],
    ['– صدا را شنیدی؟\n– سه هواپیما. رفتند.', '– Did you hear that?\n– Three planes. Gone.'],
    ['پوتین‌هایش مانده؛ از آن‌ها گل درآمده.', 'His boots are still here, and a flower grew from them.'],
    ['ستون ۴۰ نفره بود. حالا می‌شمارم.', 'The column was 40 men. Now I count.'],
    ['[انفجار دور]', '[an explosion far away]'],
    ['روی نقشه این‌جا سبز است.', 'On the map this place is green.'],
    ['شب‌ها ده از آتش روشن می‌شد.', 'At night the village was lit by fire.'],
    ['– چند روز است؟\n– دیوار می‌گوید ۶۱.', '– How many days?\n– The wall says 61.'],
    ['نشان را به مادرش دادند.', 'They gave the medal to his mother.'],
    ['پرنده‌ها برگشتند. ما هم.', 'The birds came back. So did we.'],
  ],
  'clip-palace': [
    ['از طاق سوم که بگذری، دیگر کسی نامت را نمی‌پرسد.', 'Beyond the third arch nobody asks your name.'],
    ['تاج سنگین است؛ بالش هم می‌داند.', 'The crown is heavy; its cushion knows.'],
    ['هر فانوس آرزوی یک نفر است.', 'Each lantern is somebody’s wish.'],
    ['ستون‌ها پادشاهان را شمرده‌اند: ۲۸ تا.', 'The columns have counted the kings: 28.'],
    ['استاد می‌گفت: «گره را از وسط باز نکن.»', 'The master used to say: “Do not undo a knot from its middle.”'],
    [
      '– نقش این فرش راه فرار است.\n– پس آهسته ببافیم.',
      '– The pattern of this carpet is a way out.\n– Then let us weave slowly.',
    ],
    ['[سم اسبان و طبل]', '[hooves and drums]'],
    ['باغ، شب‌ها دروازه‌ای دارد که روز نیست.', 'At night the garden has a gate that by day is not there.'],
    ['نامه را میان بته‌جقه‌ها پنهان کرد.', 'She hid the letter among the paisleys.'],
    ['تا صبح قلعه از آن کسی است که بیدار بماند.', 'Until morning the castle is whose eyes stay open.'],
  ],
  'clip-comedy': [
    ['ساختمان کج نیست؛ زمین کج است.', 'The house is not crooked; the ground is.'],
    ['– تخم‌مرغ دارید؟\n– مرغش را داریم، رأی نمی‌دهد.', '– Have you any eggs?\n– We have the hen. She votes against.'],
    ['از آن روز سبیلم تنها به خواستگاری می‌رود.', 'Since that day my moustache goes courting alone.'],
    ['[قابلمه سوت می‌کشد]', '[the pot whistles]'],
    ['فقط ۱ چمدان! (و ۱۱ پلاستیک.)', 'Only 1 suitcase! (And 11 plastic bags.)'],
    ['جلسهٔ ساختمان: ۱۲ نفر، ۱۳ نظر.', 'The tenants’ meeting: 12 people, 13 opinions.'],
    ['– این نقابت است؟\n– نه، صبح‌ها همین شکلی‌ام.', '– Is this your mask?\n– No, I look like this in the morning.'],
    ['خانه سبک‌تر از پدرزنم بود.', 'The house was lighter than my father-in-law.'],
    ['تولدت مبارک! کیک مال ۲ ماه پیش است.', 'Happy birthday! The cake is 2 months old.'],
    ['آخرش همه همسایه شدیم.', 'In the end we all became neighbours.'],
  ],
  'clip-forest': [
    ['شمردم: شش جفت چشم.', 'I counted: six pairs of eyes.'],
    ['– قایق را تو باز کردی؟\n– من که با تو بودم.', '– Did you untie the boat?\n– But I was with you.'],
    [
      'چراغ بالا روشن است. ۲۰ سال است کسی آن‌جا نیست.',
      'There is a light upstairs. For 20 years nobody has been there.',
    ],
    ['از سوراخ کلید نگاه کن… نه، او هم دارد نگاه می‌کند.', 'Look through the keyhole… no, she is looking too.'],
    ['[در آهسته باز می‌شود]', '[a door opens slowly]'],
    ['راهرو از دیروز درازتر شده.', 'The corridor is longer than yesterday.'],
    ['پلک نزن.', 'Do not blink.'],
    ['صندلی گرم بود.', 'The chair was warm.'],
    ['هر راهی به همان چراغ می‌رسد.', 'Each way leads to the same light.'],
    ['صبح که شد، جنگل سر جایش نبود.', 'In the morning the forest was not where it had been.'],
  ],
  'clip-rain': [
    ['[باران] – چتر جا دارد؟\n– برای یک نفر و نیم.', '[rain] – Is there room?\n– For one and a half.'],
    ['روی همین نیمکت، ساعت ۵، هر سه‌شنبه.', 'On this bench, at 5, each Tuesday.'],
    ['نامه‌ای که نفرستادم به دستش رسید.', 'The letter that I did not send reached her.'],
    ['– این قطار به کجا می‌رود؟\n– به جایی که تو پیاده شوی.', '– Where does this train go?\n– To where you get off.'],
    ['در سرم گلی هست که اسم تو را دارد.', 'In my head is a flower with your name.'],
    ['دو گیلاس، یک شاخه.', 'Two cherries, one stem.'],
    ['پنجره رو به دریاست، صندلی رو به در.', 'The window looks at the sea, the chair at the door.'],
    [
      '– گل را از کجا آوردی؟\n– از باغ شما؛ ببخشید.',
      '– Where did you get the flower?\n– From your garden; forgive me.',
    ],
    ['حلقه‌ها را گم کردیم و خندیدیم.', 'We lost the rings, and laughed.'],
    ['باران بند نیامد؛ ما هم نرفتیم.', 'The rain did not stop, and we did not go.'],
  ],
  'clip-sea': [
    ['این دریا سالی ۴ میلی‌متر بالا می‌آید.', 'This sea rises 4 millimetres a year.'],
    ['هر پاییز ۲۰۰ گونه از این مسیر می‌گذرند.', 'Each autumn 200 species pass this way.'],
    ['دوربین را سه هفته زیر پل گذاشتیم.', 'We left the camera under the bridge for three weeks.'],
    ['[آواز نهنگ]', '[a whale sings]'],
    ['ماهیگیر می‌گوید: «آب حافظه دارد.»', 'The fisherman says: “Water remembers.”'],
    ['در این صف، نفر آخر از همه جوان‌تر است.', 'In this queue the last one is the youngest.'],
    ['خط ساحل در نقشهٔ ۱۳۴۵ این‌جا بود.', 'On the map of 1966 the shore was here.'],
    ['از ۳۶ عکس، یکی پلنگ داشت.', 'Of 36 pictures, one had the leopard.'],
    ['– پس چه باید کرد؟\n– نگاه کردن شروع خوبی است.', '– So what must we do?\n– Looking is a good beginning.'],
    ['پایان فصل؛ موج بعدی.', 'End of the season; the next wave.'],
  ],
  'clip-mountain': [
    ['قله ۵۶۱۰ متر است. ما ۳ نفریم.', 'The summit is at 5,610 metres. We are 3.'],
    ['نقشهٔ پدربزرگ یک راه بیشتر دارد.', 'Grandfather’s map has one way more.'],
    ['– چند پیچ مانده؟\n– همان که گفتم: یکی.', '– How many bends are left?\n– As I said: one.'],
    ['بدو! پل تا ظهر بسته می‌شود!', 'Run! The bridge closes at noon!'],
    ['[طبل] در گردنه منتظر ما بودند.', '[drums] They were waiting at the pass.'],
    ['در قلعه کسی نبود، جز صدای خودمان.', 'Nobody was in the castle but our voices.'],
    ['کاروان‌سالار راه را از ستاره می‌پرسد.', 'The caravan’s master asks a star for the way.'],
    ['شب را روی درخت ماندیم.', 'We spent the night in a tree.'],
    ['– اگر راه را گم کنیم؟\n– پیدایش می‌کنند.', '– And if we lose the way?\n– Somebody will find it.'],
    ['از این بالا خانه به اندازهٔ یک نقطه است.', 'From up here home is as small as a dot.'],
  ],
  'clip-stage': [
    ['♪ پرده که کنار برود، دیگر نمی‌ترسم ♪', '♪ When the curtain opens I fear no more ♪'],
    ['سه‌تار پدر با سه نخ قصه می‌گفت.', 'Father’s setar told stories on three strings.'],
    ['– صدا می‌رسد؟ ۱، ۲، ۳…\n– تا ته سالن!', '– Can you hear me? 1, 2, 3…\n– To the last row!'],
    ['[پیانو، خیلی آهسته]', '[a piano, very softly]'],
    ['دمّام را که بزنی، دریا جواب می‌دهد.', 'Strike the dammam, and the sea answers.'],
    ['♪ دور بزن، دور بزن، سی‌وسه دور ♪', '♪ Turn round, turn round, thirty-three times ♪'],
    ['آن شب فیلم نبود؛ خودمان خواندیم.', 'There was no film that night; we sang ourselves.'],
    ['یک صورت می‌خندد تا آن یکی گریه کند.', 'One face laughs so that the other may weep.'],
    ['برداشت ۷: این بار از ته دل.', 'Take 7: this time from the heart.'],
    ['[تشویق تماشاگران]', '[applause]'],
  ],
};

type Lines = (typeof LINES)[StoryName];

function toCues(lines: Lines, seconds: number): Subtitles {
  const inLanguage = (language: 0 | 1): Subtitles['fa'] =>
    lines.map((line, at) => [at * seconds + seconds * 0.1, (at + 1) * seconds - seconds * 0.1, line[language]]);
  return { fa: inLanguage(0), en: inLanguage(1) };
}

const toTrailer = (lines: Lines): Lines => TRAILER_SHOTS.flatMap((at) => lines.slice(at, at + 1));

/** The subtitles of the clips that are told in shots, and of their trailers. */
export const STORY_CUES = Object.fromEntries([
  ...Object.entries(LINES).map(([name, lines]) => [name, toCues(lines, SHOT_SECONDS)]),
  ...Object.entries(CLIP_OF_TRAILER).map(([name, clip]) => [
    name,
    toCues(toTrailer(LINES[clip]), TRAILER_SHOT_SECONDS),
  ]),
]) as Record<StoryName | TrailerName, Subtitles>;
