import * as account from './account.ts';
import * as app from './app.ts';
import * as auth from './auth.ts';
import * as cart from './cart.ts';
import * as catalogue from './catalogue.ts';
import * as directDebit from './direct-debit.ts';
import * as downloads from './downloads.ts';
import * as kids from './kids.ts';
import * as live from './live.ts';
import * as magazines from './magazines.ts';
import * as myLists from './my-lists.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';
import * as progress from './progress.ts';
import * as rooms from './rooms.ts';
import * as screenings from './screenings.ts';
import * as search from './search.ts';

/** Every call there is, for the OpenAPI document and for the test that each one is served. */
export const CALLS = [
  auth.sendCode,
  auth.login,
  auth.logout,
  auth.getUser,
  auth.getGhost,
  catalogue.getDiscover,
  catalogue.getSlider,
  catalogue.getTitle,
  catalogue.getTitleKind,
  catalogue.listTitles,
  catalogue.getLists,
  catalogue.getGenres,
  catalogue.getFacets,
  catalogue.getCategories,
  catalogue.getCategory,
  magazines.getMagazine,
  magazines.listMagazines,
  people.getCasts,
  people.listPeople,
  people.getPerson,
  people.listPersonWorks,
  live.getChannels,
  live.getGuide,
  live.getLivePlay,
  rooms.createRoom,
  rooms.getRoom,
  search.quickSearch,
  search.search,
  cart.getCart,
  cart.getGhostCart,
  app.getPlans,
  app.getAppDetails,
  app.getGateways,
  kids.enterKids,
  kids.leaveKids,
  account.getSettings,
  account.saveSettings,
  account.getDevices,
  account.endDevice,
  account.endOtherDevices,
  account.cancelAccount,
  myLists.getMyLists,
  myLists.getMyList,
  myLists.getListsOfTitle,
  myLists.addToList,
  myLists.removeFromList,
  progress.saveProgress,
  progress.getContinue,
  progress.getWatched,
  progress.hideProgress,
  screenings.listScreenings,
  screenings.getScreening,
  payments.getWallet,
  payments.chargeWallet,
  payments.getQuote,
  payments.buyPlan,
  payments.buyTitle,
  payments.buyCart,
  payments.listPayments,
  payments.getPayment,
  payments.checkPayment,
  downloads.listDownloads,
  directDebit.getBanks,
  directDebit.getSubscriptions,
  directDebit.buySubscription,
  directDebit.deleteSubscription,
] as const;
