import { people } from '../../titles/server/schema.ts';

/** What a person's card needs, named as the contract's `personCard` names it. */
export const personColumns = { id: people.id, name_fa: people.nameFa, name_en: people.nameEn, art: people.art };
