/**
 * The subtitles of both clips, [from, to, text] in seconds.
 *
 * WebVTT has no direction setting: a player takes the direction of a line from its first strong letter. The
 * Persian lines are therefore plain text, and only where that rule would go wrong stand invisible marks:
 * RLM before a line whose first letter is Latin; LRI … PDI around a Latin run that has signs or numbers at its
 * own edges («2.0+» would be shown as «+2.0»). Latin words in the middle of a line need nothing.
 * The texts are written on purpose to try a player: Latin words, brackets, dashes, question marks, numbers.
 */

import type { ClipName } from './config.ts';
import { STORY_CUES } from './story-cues.ts';
import type { Subtitles } from './subtitles.ts';

const RLM = '\u200f';
const LRI = '\u2066';
const PDI = '\u2069';

const dunes: Subtitles = {
  fa: [
    [0.8, 4.2, 'ساعت ۱۸:۴۵ است و خورشید آرام پایین می‌آید.'],
    [4.6, 8.0, '– می‌دانی تا روستا چند کیلومتر مانده؟\n– تقریباً ۱۲ کیلومتر؛ یک ساعت دیگر می‌رسیم.'],
    [8.4, 11.6, `${RLM}GPS می‌گوید راه از سمت چپ است (اما من باور نمی‌کنم).`],
    [12.0, 15.6, '– دوربین Nikon را آوردی؟\n– بله، با دو لنز و سه باتری.'],
    [16.0, 19.6, 'پدربزرگ می‌گفت: «کویر دریایی است که ایستاده خواب می‌بیند.»'],
    [20.0, 23.4, '[صدای باد و بال پرنده‌ها]'],
    [23.8, 27.2, 'آن خانهٔ گنبددار را می‌بینی؟ بادگیرش ۱۵۰ سال دارد!'],
    [27.6, 31.0, `${RLM}– Hello! کسی خانه نیست؟\n– بفرمایید، چای تازه‌دم داریم.`],
    [31.4, 33.6, `عکس را برایت با WhatsApp (نسخهٔ ${LRI}2.0+${PDI}) می‌فرستم.`],
    [33.8, 35.8, 'شب شد؛ حالا نوبت ستاره‌هاست…'],
  ],
  en: [
    [0.8, 4.2, 'It is 18:45, and the sun is slowly going down.'],
    [4.6, 8.0, '– Do you know how many kilometres to the village?\n– About 12; we will be there in an hour.'],
    [8.4, 11.6, 'The GPS says the road is on the left (but I do not believe it).'],
    [12.0, 15.6, '– Did you bring the Nikon?\n– Yes, with two lenses and three batteries.'],
    [16.0, 19.6, 'Grandfather used to say: “The desert is a sea that dreams standing still.”'],
    [20.0, 23.4, '[wind, and the wings of birds]'],
    [23.8, 27.2, 'Do you see that house with the dome? Its wind tower is 150 years old!'],
    [27.6, 31.0, '– Hello! Is nobody home?\n– Come in, the tea (چای) is fresh.'],
    [31.4, 33.6, 'I will send you the picture on WhatsApp (version 2.0+).'],
    [33.8, 35.8, 'Night has come; now it is the turn of the stars…'],
  ],
};

const sea: Subtitles = {
  fa: [
    [0.6, 3.8, '[موج‌های آرام]\nشهر هنوز بیدار است.'],
    [4.2, 7.6, '– چراغ‌های پل را شمرده‌ای؟\n– نه، ولی می‌گویند ۳۳ دهانه دارد.'],
    [8.0, 11.4, 'ماه امشب ۹۸٪ کامل است؛ فردا شب بدر می‌شود.'],
    [11.8, 15.2, 'رادیو آهنگ «Moon River» را پخش می‌کند (ضبط سال ۱۹۶۱).'],
    [15.6, 19.0, '– لنج ناخدا رضا همین است؟\n– بله! با بادبان سفید و یک فانوس.'],
    [19.4, 22.8, `${RLM}Captain Reza، صدای ما را داری؟ کانال ۱۶ را بگیر.`],
    [23.2, 26.4, `پیام آمد: ${LRI}“ETA 23:30, all OK.”${PDI} یعنی نیم ساعت دیگر.`],
    [26.8, 29.8, '– پس چرا این‌قدر آرام می‌رود؟\n– عجله‌ای نیست؛ دریا صبور است.'],
    [30.2, 33.0, 'نشانی تازهٔ اسکله: خیابان ساحلی، پلاک ۲۷ (روبه‌روی Café Bandar).'],
    [33.3, 35.8, 'شب به‌خیر، ماه… تا فردا.'],
  ],
  en: [
    [0.6, 3.8, '[quiet waves]\nThe city is still awake.'],
    [4.2, 7.6, '– Have you counted the lights of the bridge?\n– No, but they say it has 33 arches.'],
    [8.0, 11.4, 'The moon is 98% full tonight; tomorrow it will be whole.'],
    [11.8, 15.2, 'The radio is playing “Moon River” (the 1961 recording).'],
    [15.6, 19.0, '– Is that captain Reza’s lenj (لنج)?\n– Yes! With a white sail and one lantern.'],
    [19.4, 22.8, 'Captain Reza, do you hear us? Go to channel 16.'],
    [23.2, 26.4, 'A message: “ETA 23:30, all OK.” That is in half an hour.'],
    [26.8, 29.8, '– Then why is it going so slowly?\n– There is no hurry; the sea is patient.'],
    [30.2, 33.0, 'The new pier: 27 Shore Street (opposite Café Bandar).'],
    [33.3, 35.8, 'Good night, moon… until tomorrow.'],
  ],
};

export const CUES: Record<ClipName, Subtitles> = { 'clip-1': dunes, 'clip-2': sea, ...STORY_CUES };
