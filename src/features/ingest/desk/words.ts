import type { Tone } from '../../../platform/desk/Parts.tsx';
import { nameLanguage } from '../../../platform/text/code-names.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDigits, formatNumber } from '../../../platform/text/format.ts';
import { measureSize } from '../../../platform/text/measure-size.ts';
import type { FileReport, IngestJob, JobFailure, JobState } from '../contract.ts';
import type { TextKind, UploadKind } from '../upload-rules.ts';

export const LANGUAGES = ['fa', 'en', 'ar', 'tr', 'fr', 'de', 'es', 'ru', 'ku', 'az', 'ja', 'ko', 'zh'];

const KINDS: Record<UploadKind, () => string> = {
  film: m.ingest_kind_film,
  trailer: m.ingest_kind_trailer,
  subtitle: m.ingest_kind_subtitle,
};
export const nameUploadKind = (kind: UploadKind) => KINDS[kind]();

const TEXT_KINDS: Record<TextKind, () => string> = {
  full: m.ingest_text_full,
  deaf: m.ingest_for_deaf,
  forced: m.ingest_text_forced,
};
export const nameTextKind = (kind: TextKind) => TEXT_KINDS[kind]();

const STATES: Record<JobState, readonly [Tone, () => string]> = {
  waiting: ['open', m.ingest_state_waiting],
  leased: ['open', m.ingest_state_leased],
  working: ['open', m.ingest_state_working],
  done: ['good', m.ingest_state_done],
  failed: ['bad', m.ingest_state_failed],
  cancelled: ['quiet', m.ingest_state_cancelled],
};
export const nameJobState = (state: JobState) => STATES[state][1]();

export function describeJob({ state, is_late: isLate }: Pick<IngestJob, 'state' | 'is_late'>) {
  return isLate
    ? { tone: 'bad' as const, text: m.ingest_state_late() }
    : { tone: STATES[state][0], text: nameJobState(state) };
}

const FAILURES: Record<JobFailure, () => string> = {
  not_video: m.ingest_fail_not_video,
  too_long: m.ingest_fail_too_long,
  damaged: m.ingest_fail_damaged,
  unsupported: m.ingest_fail_unsupported,
  mono: m.ingest_fail_mono,
  subtitles: m.ingest_fail_subtitles,
  title_missing: m.ingest_fail_title_missing,
  original_missing: m.ingest_fail_original_missing,
  disk_full: m.ingest_fail_disk_full,
  no_ffmpeg: m.ingest_fail_no_ffmpeg,
  storage: m.ingest_fail_storage,
  busy: m.ingest_fail_busy,
  worker_lost: m.ingest_fail_worker_lost,
  unforeseen: m.ingest_fail_unforeseen,
};
export const nameFailure = (code: JobFailure) => FAILURES[code]();

const STEPS: Readonly<Record<string, () => string>> = {
  download: m.ingest_step_download,
  check: m.ingest_step_check,
  picture: m.ingest_step_picture,
  texts: m.ingest_step_texts,
  upload: m.ingest_step_upload,
};

/** Sounds and files to download have names of their own. */
export function nameStep(step: string): string {
  if (step.startsWith('download ')) return m.ingest_step_files();
  return (Object.hasOwn(STEPS, step) ? STEPS[step]?.() : undefined) ?? (step === '' ? '' : m.ingest_step_sound());
}

export function describeSize(bytes: number): string {
  const { unit, amount, digits } = measureSize(bytes);
  const value = formatNumber(amount, digits);
  return unit === 'gb' ? m.ingest_gigabytes({ value }) : m.ingest_megabytes({ value });
}

/** 0 to 1. */
export const describeShare = (share: number) => m.ingest_percent({ value: formatNumber(Math.floor(share * 100)) });

const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join(getLocale() === 'fa' ? '، ' : ', ');
/** The tags of a file: without marks that turn the rest of the line around. */
const isolate = (text: string) =>
  text === '' ? '' : `\u2068${text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;
const nameTrack = (language: string | null) =>
  language === null ? m.ingest_language_none() : isolate(nameLanguage(language));
const CHANNELS: Readonly<Record<number, () => string>> = { 1: m.ingest_sound_mono, 2: m.ingest_sound_stereo };

function describeChannels(channels: number): string {
  const name = CHANNELS[channels];
  if (name) return name();
  const text = channels === 6 ? '5.1' : channels === 8 ? '7.1' : String(channels);
  return m.ingest_sound_channels({ value: formatDigits(text) });
}

/** The tracks of a file, a line for each kind. */
export function describeReport(report: FileReport): (readonly [name: string, text: string])[] {
  const minutes = Math.floor(report.seconds / 60);
  const seconds = Math.floor(report.seconds % 60);
  return [
    [m.ingest_report_length(), m.ingest_length({ minutes: formatNumber(minutes), seconds: formatNumber(seconds) })],
    [
      m.ingest_report_picture(),
      join([
        `${formatDigits(String(report.width))}×${formatDigits(String(report.height))}`,
        m.ingest_frames({ value: formatNumber(report.frame_rate, 2) }),
        report.is_hdr ? m.ingest_hdr() : '',
      ]),
    ],
    [
      m.ingest_report_sounds(),
      report.sounds.length === 0
        ? m.ingest_none()
        : report.sounds
            .map(({ language, channels, title, is_description: isDescription }) =>
              join([
                nameTrack(language),
                describeChannels(channels),
                isolate(title),
                isDescription ? m.ingest_sound_description() : '',
              ]),
            )
            .join(' · '),
    ],
    [
      m.ingest_report_subtitles(),
      report.subtitles.length === 0
        ? m.ingest_none()
        : report.subtitles
            .map((track) =>
              join([
                nameTrack(track.language),
                track.is_forced ? m.ingest_forced() : '',
                track.is_for_deaf ? m.ingest_for_deaf() : '',
                track.is_text ? '' : m.ingest_pictures(),
              ]),
            )
            .join(' · '),
    ],
    ...(report.chapters === 0 ? [] : [[m.ingest_report_chapters(), formatNumber(report.chapters)] as const]),
    [m.ingest_report_renditions(), join(report.renditions.map((name) => isolate(formatDigits(name))))],
  ];
}
