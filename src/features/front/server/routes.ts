import * as calls from '../contract.ts';
import * as channels from '../channels-contract.ts';
import * as issues from '../issues-contract.ts';
import * as magazines from '../magazines-contract.ts';
import * as screenings from '../screenings-contract.ts';
import * as weeks from '../weeks-contract.ts';
import type { Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import * as channelActs from './channels.ts';
import { listFrontTitles } from './front-titles.ts';
import { getHero, saveHero } from './hero.ts';
import * as issueActs from './issues.ts';
import { getDeskList, listDeskLists, saveDeskList, saveListOrder } from './lists.ts';
import * as magazineActs from './magazines.ts';
import { createScreening, getDeskScreening, hideScreening, listDeskScreenings, saveScreening } from './screenings.ts';
import { undoFrontChange } from './undo-change.ts';
import { getChannelWeek, listDeskChannels, saveChannelWeek } from './weeks.ts';

export function mountFront(api: Api): void {
  serveOperator(api, calls.getHero, () => 'front:hero', getHero);
  serveOperator(api, calls.saveHero, () => 'front:hero', saveHero);
  serveOperator(api, calls.listDeskLists, () => 'front:lists', listDeskLists);
  serveOperator(api, calls.saveListOrder, () => 'front:lists', saveListOrder);
  serveOperator(api, calls.getDeskList, nameList, getDeskList);
  serveOperator(api, calls.saveDeskList, nameList, saveDeskList);
  serveOperator(api, screenings.listDeskScreenings, () => 'front:screenings', listDeskScreenings);
  serveOperator(api, screenings.getDeskScreening, nameScreening, getDeskScreening);
  serveOperator(api, screenings.createScreening, () => 'front:screenings', createScreening);
  serveOperator(api, screenings.saveScreening, nameScreening, saveScreening);
  serveOperator(api, screenings.hideScreening, nameScreening, hideScreening);
  serveOperator(api, weeks.listDeskChannels, () => 'front:channels', listDeskChannels);
  serveOperator(api, weeks.getChannelWeek, nameWeek, getChannelWeek);
  serveOperator(api, weeks.saveChannelWeek, nameWeek, saveChannelWeek);
  serveOperator(api, channels.getDeskChannel, nameChannel, channelActs.getDeskChannel);
  serveOperator(api, channels.createChannel, () => 'front:channels', channelActs.createChannel);
  serveOperator(api, channels.saveChannel, nameChannel, channelActs.saveChannel);
  serveOperator(api, channels.publishChannel, nameChannel, channelActs.publishChannel);
  serveOperator(api, channels.hideChannel, nameChannel, channelActs.hideChannel);
  serveOperator(api, channels.uploadChannelLogo, nameChannel, channelActs.uploadChannelLogo);
  serveOperator(api, channels.removeChannelLogo, nameChannel, channelActs.removeChannelLogo);
  serveOperator(api, magazines.listDeskMagazines, () => 'front:magazines', magazineActs.listDeskMagazines);
  serveOperator(api, magazines.getDeskMagazine, nameMagazine, magazineActs.getDeskMagazine);
  serveOperator(api, magazines.createMagazine, () => 'front:magazines', magazineActs.createMagazine);
  serveOperator(api, magazines.saveMagazine, nameMagazine, magazineActs.saveMagazine);
  serveOperator(api, magazines.publishMagazine, nameMagazine, magazineActs.publishMagazine);
  serveOperator(api, magazines.hideMagazine, nameMagazine, magazineActs.hideMagazine);
  serveOperator(api, magazines.uploadMagazineCover, nameMagazine, magazineActs.uploadMagazineCover);
  serveOperator(api, magazines.removeMagazineCover, nameMagazine, magazineActs.removeMagazineCover);
  serveOperator(api, issues.listDeskIssues, nameMagazine, issueActs.listDeskIssues);
  serveOperator(api, issues.getDeskIssue, nameIssue, issueActs.getDeskIssue);
  serveOperator(api, issues.createIssue, nameIssue, issueActs.createIssue);
  serveOperator(api, issues.saveIssue, nameIssue, issueActs.saveIssue);
  serveOperator(api, issues.publishIssue, nameIssue, issueActs.publishIssue);
  serveOperator(api, issues.hideIssue, nameIssue, issueActs.hideIssue);
  serveOperator(api, issues.uploadIssueCover, nameIssue, issueActs.uploadIssueCover);
  serveOperator(api, issues.removeIssueCover, nameIssue, issueActs.removeIssueCover);
  serveOperator(api, calls.undoFrontChange, ({ change }) => `front-change:${String(change)}`, undoFrontChange);
  serveOperator(api, calls.listFrontTitles, () => 'front:titles', listFrontTitles);
}

const nameList = ({ key }: { key: string }) => `front:list:${key}`;

const nameScreening = ({ id }: { id: number }) => `front:screening:${String(id)}`;

const nameWeek = ({ id }: { id: number }) => `front:week:${String(id)}`;

const nameChannel = ({ id }: { id: number }) => `front:channel:${String(id)}`;

const nameMagazine = ({ id }: { id: number }) => `front:magazine:${String(id)}`;

const nameIssue = ({ id, number }: { id: number; number: number }) => `front:issue:${String(id)}/${String(number)}`;
