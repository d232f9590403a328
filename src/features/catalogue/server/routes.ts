import * as bulk from '../bulk-contract.ts';
import * as calls from '../contract.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { serveMachine, serveOperator } from '../../staff/server/serve-operator.ts';
import { mountTitleArt } from './art/routes.ts';
import { getDeskTitle, undoTitleChange, updateTitle } from './edit-title.ts';
import { editTitles } from './edit-titles.ts';
import { createDeskTitle } from './create-title.ts';
import { hideTitle, publishTitle, publishTitles, withdrawPublication } from './publish-title.ts';
import * as intake from '../intake-contract.ts';
import { beginImport, checkImport, endImport, listImports, writeImportPart } from './intake/desk-imports.ts';
import * as people from '../people-contract.ts';
import * as portraits from '../portrait-contract.ts';
import { createPerson } from './people/create-person.ts';
import { getPortraitCrop, removePortraitCrop, setPortraitCrop } from './people/crop-portrait.ts';
import {
  getPortrait,
  removePortrait,
  setPortraitFocus,
  undoPersonChange,
  uploadPortrait,
} from './people/edit-portrait.ts';
import { mergePerson } from './people/merge-person.ts';
import { listPersonMerges, undoPersonMerge } from './people/undo-merge.ts';
import { listCreditedPeople } from './people/list-people.ts';
import * as series from '../series-contract.ts';
import * as prices from '../price-contract.ts';
import { planTitlePrice, withdrawTitlePrice } from './plan-price.ts';
import { setTitlePrice } from './set-price.ts';
import { setTitlePrices } from './set-prices.ts';
import { holdTitle as holdCall } from '../lease-contract.ts';
import { holdTitle } from './hold-title.ts';
import { getTimeline as timelineCall } from '../timeline-contract.ts';
import { getTimeline } from './timeline.ts';
import { listDeskTitles } from './list-titles.ts';
import { listDeskEpisodes } from './series/list-episodes.ts';
import { pasteEpisodes } from './series/paste-episodes.ts';
import { updateEpisodes } from './series/update-episodes.ts';

export function mountCatalogue(api: Api): void {
  serveOperator(api, calls.listDeskTitles, ({ kind }) => kind ?? 'titles', listDeskTitles);
  serveOperator(api, calls.getDeskTitle, nameTitle, getDeskTitle);
  serveOperator(api, calls.updateTitle, nameTitle, updateTitle);
  serveOperator(api, calls.undoTitleChange, nameTitle, undoTitleChange);
  serveOperator(api, calls.hideTitle, nameTitle, hideTitle);
  serveOperator(api, calls.createDeskTitle, ({ kind }) => kind, createDeskTitle);
  serveOperator(api, calls.publishTitle, nameTitle, publishTitle);
  serveOperator(api, calls.withdrawPublication, nameTitle, withdrawPublication);
  serveOperator(api, calls.publishTitles, ({ act }) => act, publishTitles);
  serveOperator(api, bulk.editTitles, () => 'titles', editTitles);
  mountTitleArt(api);
  serveMachine(api, holdCall, nameTitle, holdTitle);
  serveOperator(api, timelineCall, nameTitle, getTimeline);
  serveOperator(api, prices.setTitlePrice, nameTitle, setTitlePrice);
  serveOperator(api, prices.setTitlePrices, () => 'titles', setTitlePrices);
  serveOperator(api, prices.planTitlePrice, nameTitle, planTitlePrice);
  serveOperator(api, prices.withdrawTitlePrice, nameTitle, withdrawTitlePrice);
  serveOperator(api, people.listCreditedPeople, () => 'people', listCreditedPeople);
  serveOperator(api, portraits.getPortrait, namePerson, getPortrait);
  serveOperator(api, portraits.uploadPortrait, namePerson, uploadPortrait);
  serveOperator(api, portraits.removePortrait, namePerson, removePortrait);
  serveOperator(api, portraits.setPortraitFocus, namePerson, setPortraitFocus);
  serveOperator(api, portraits.getPortraitCrop, namePerson, getPortraitCrop);
  serveOperator(api, portraits.setPortraitCrop, namePerson, setPortraitCrop);
  serveOperator(api, portraits.removePortraitCrop, namePerson, removePortraitCrop);
  serveOperator(api, portraits.undoPersonChange, namePerson, undoPersonChange);
  serveOperator(api, people.createPerson, () => 'people', createPerson);
  serveOperator(api, people.listPersonMerges, () => 'people', listPersonMerges);
  serveOperator(api, people.mergePerson, namePerson, mergePerson);
  serveOperator(api, people.undoPersonMerge, ({ id }) => `person-merge:${String(id)}`, undoPersonMerge);
  serveOperator(api, series.listDeskEpisodes, nameTitle, listDeskEpisodes);
  serveOperator(api, series.updateEpisodes, nameTitle, updateEpisodes);
  serveOperator(api, series.pasteEpisodes, nameTitle, pasteEpisodes);
  serveOperator(api, intake.listImports, () => 'imports', listImports);
  serveOperator(api, intake.checkImport, () => 'imports', checkImport);
  serveOperator(api, intake.beginImport, () => 'imports', beginImport);
  serveOperator(api, intake.writeImportPart, nameImport, writeImportPart);
  serveOperator(api, intake.endImport, nameImport, endImport);
}

function nameImport({ id }: { id: number }): string {
  return `import:${String(id)}`;
}

function nameTitle({ id }: { id: number }): string {
  return `title:${String(id)}`;
}

const namePerson = ({ id }: { id: number }) => `person:${String(id)}`;
