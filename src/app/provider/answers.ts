import { DEFAULT_PREFERENCES } from '../../features/accounts/preferences.ts';
import * as account from './account.ts';
import * as browse from './browse.ts';
import * as catalogue from './catalogue.ts';
import { refuse } from './context.ts';
import * as debit from './direct-debit.ts';
import { getCart } from './cart.ts';
import { renewPlay } from './entitlement.ts';
import { getScreening } from './screening.ts';
import * as live from './live.ts';
import * as money from './money.ts';
import { getPayment } from './payments.ts';
import * as purchases from './purchases.ts';
import { getQuote } from './quote.ts';

const NONE = { page: 1, pages: 1, total: 0, capped: false };

/** Section 7 has no call for these; pages hide the matching controls. */
const empty = {
  getFacets: () => Promise.resolve({ countries: [], languages: [] }),
  getSettings: () => Promise.resolve({ data: { name: '', ...toSettings() } }),
  getDevices: () => Promise.resolve({ data: [] }),
  getMyLists: () => Promise.resolve({ data: [] }),
  getMyList: () => Promise.resolve({ data: [], meta: NONE }),
  getListsOfTitle: () => Promise.resolve({ data: [] }),
  reportQuality: () => Promise.resolve({ data: { counted: 0 } }),
  countPlay: () => Promise.resolve({ data: { counted: false } }),
  saveProgress: () => Promise.resolve({ now: Math.floor(Date.now() / 1000), data: [] }),
  getContinue: () => Promise.resolve({ data: [] }),
  listPlayable: () => Promise.resolve({ data: [] }),
  getForYou: () => Promise.resolve({ data: { episodes: [], because: null } }),
  getWatched: () => Promise.resolve({ data: [] }),
  hideProgress: () => Promise.resolve({ data: { hidden: true } }),
  listScreenings: () => Promise.resolve({ data: [] }),
  listPayments: () => Promise.resolve({ data: [], meta: NONE }),
  listDownloads: () => Promise.resolve({ data: [] }),
  enterKids: () => refuse('kids_unavailable'),
  leaveKids: () => refuse('kids_unavailable'),
};

function toSettings() {
  const { autoplay, data_saver, subtitle_size, subtitle_colour, subtitle_background } = DEFAULT_PREFERENCES;
  return { autoplay, data_saver, subtitle_size, subtitle_colour, subtitle_background };
}

export const ANSWERS = {
  ...empty,
  sendCode: account.sendCode,
  login: account.login,
  logout: account.logout,
  getUser: account.getUser,
  getGhost: account.getGhost,
  getPlans: account.getPlans,
  getAppDetails: account.getAppDetails,
  getGateways: money.getGateways,
  getDiscover: catalogue.getDiscover,
  getSlider: catalogue.getSlider,
  getTitle: catalogue.getTitle,
  getTitleKind: catalogue.getTitleKind,
  listTitles: catalogue.listTitles,
  getLists: catalogue.getLists,
  getGenres: catalogue.getGenres,
  getCategories: catalogue.getCategories,
  getCategory: catalogue.getCategory,
  getMagazine: browse.getMagazine,
  listMagazines: browse.listMagazines,
  getCasts: browse.getCasts,
  listPeople: browse.listPeople,
  getPerson: browse.getPerson,
  listPersonWorks: browse.listPersonWorks,
  quickSearch: browse.quickSearch,
  search: browse.searchAll,
  getChannels: live.getChannels,
  getGuide: live.getGuide,
  getLivePlay: live.getLivePlay,
  getCart: (context: Parameters<typeof getCart>[0], input: Parameters<typeof getCart>[1]) =>
    getCart(context, input, false),
  getGhostCart: (context: Parameters<typeof getCart>[0], input: Parameters<typeof getCart>[1]) =>
    getCart(context, input, true),
  renewPlay,
  getScreening,
  getWallet: money.getWallet,
  chargeWallet: money.chargeWallet,
  getQuote,
  buyPlan: purchases.buyPlan,
  buyTitle: purchases.buyTitle,
  buyCart: purchases.buyCart,
  getPayment,
  checkPayment: getPayment,
  getBanks: debit.getBanks,
  getSubscriptions: debit.getSubscriptions,
  buySubscription: debit.buySubscription,
  deleteSubscription: debit.deleteSubscription,
};

export function isAdapted(name: string): boolean {
  return Object.hasOwn(ANSWERS, name) && !Object.hasOwn(empty, name);
}
