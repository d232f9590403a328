/** Times in seconds. */
export type Cue = [from: number, to: number, text: string];
export type Subtitles = Record<'fa' | 'en', Cue[]>;
