import * as account from '../features/accounts/contract/account.ts';
import * as checkout from '../features/checkout/contract.ts';
import * as app from '../features/site/contract.ts';
import * as auth from '../features/accounts/contract/auth.ts';
import * as cart from '../features/watch-options/contract.ts';
import * as home from '../features/home/contract.ts';
import * as catalogue from '../features/titles/contract/catalogue.ts';
import * as comments from '../features/comments/contract.ts';
import * as directDebit from '../features/direct-debit/contract.ts';
import * as downloads from '../features/downloads/contract.ts';
import * as kids from '../features/kids/contract.ts';
import * as live from '../features/live/contract.ts';
import * as magazines from '../features/magazines/contract.ts';
import * as moderation from '../features/comments/moderation-contract.ts';
import * as myLists from '../features/lists/contract.ts';
import * as operator from '../features/operator/contract.ts';
import * as operatorQuality from '../features/operator/quality-contract.ts';
import * as payments from '../features/payments/contract.ts';
import * as people from '../features/people/contract.ts';
import * as playback from '../features/playback/contract.ts';
import { getLicence, getLicenceCertificate } from '../features/playback/licence-contract.ts';
import * as plays from '../features/plays/contract.ts';
import * as progress from '../features/progress/contract.ts';
import * as progressExport from '../features/progress/export-contract.ts';
import * as qoe from '../features/qoe/contract.ts';
import * as rooms from '../features/watch-party/contract.ts';
import * as screenings from '../features/screenings/contract.ts';
import * as search from '../features/search/contract.ts';
import * as streams from '../features/streams/contract.ts';

export const CALLS = [
  auth.sendCode,
  auth.login,
  auth.logout,
  auth.getUser,
  auth.getGhost,
  catalogue.getDiscover,
  home.getSlider,
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
  checkout.getPlans,
  app.getAppDetails,
  checkout.getGateways,
  kids.enterKids,
  kids.leaveKids,
  account.getSettings,
  account.saveSettings,
  account.getDevices,
  account.endDevice,
  account.endOtherDevices,
  account.sendConfirmation,
  account.confirmCode,
  account.exportAccount,
  account.cancelAccount,
  myLists.getMyLists,
  myLists.getMyList,
  myLists.getListsOfTitle,
  myLists.addToList,
  myLists.removeFromList,
  comments.listComments,
  comments.addComment,
  comments.deleteComment,
  comments.likeComment,
  comments.reportComment,
  comments.rateTitle,
  playback.renewPlay,
  playback.castAddress,
  getLicence,
  getLicenceCertificate,
  plays.countPlay,
  qoe.reportQuality,
  streams.holdStream,
  streams.getStreams,
  streams.stopStream,
  streams.releaseStream,
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
  operator.refundPayment,
  operator.correctLedger,
  operator.resolveDebit,
  operator.listAlarms,
  operator.seeAlarm,
  operator.addAlarm,
  operator.listGatewayPayments,
  operator.getOperatorPayment,
  operatorQuality.getQuality,
  progressExport.exportProgress,
  moderation.listModeration,
  moderation.moderateComment,
  downloads.listDownloads,
  downloads.getDownloadLink,
  directDebit.getBanks,
  directDebit.getSubscriptions,
  directDebit.buySubscription,
  directDebit.deleteSubscription,
] as const;
