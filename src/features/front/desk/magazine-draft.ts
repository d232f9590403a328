import * as v from 'valibot';
import type { MagazineTexts } from '../magazines-contract.ts';

/** The texts of a magazine as they are typed. */
export const magazineDraft = v.object({
  ...{ title: v.string(), title_en: v.string(), synopsis_fa: v.string(), synopsis_en: v.string() },
});
export type MagazineDraft = v.InferOutput<typeof magazineDraft>;
export const NO_TEXTS: MagazineDraft = { title: '', title_en: '', synopsis_fa: '', synopsis_en: '' };

export const toMagazineDraft = ({ title, title_en, synopsis_fa, synopsis_en }: MagazineTexts): MagazineDraft => ({
  ...{ title, title_en, synopsis_fa, synopsis_en },
});

export const hasNames = ({ title, title_en: english }: MagazineDraft) => title.trim() !== '' && english.trim() !== '';
