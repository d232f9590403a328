import { people } from '../../titles/server/schema.ts';

export const personColumns = {
  ...{ id: people.id, name_fa: people.nameFa, name_en: people.nameEn, art: people.art },
  ...{ focus_x: people.focusX, focus_y: people.focusY },
};
