import * as account from '../features/accounts/contract/account.ts';
import * as auth from '../features/accounts/contract/auth.ts';
import * as inbox from '../features/accounts/contract/inbox.ts';
import * as ingest from '../features/ingest/contract.ts';
import * as ingestTracks from '../features/ingest/tracks-contract.ts';
import * as titleArt from '../features/catalogue/art-contract.ts';
import * as bulkEdits from '../features/catalogue/bulk-contract.ts';
import * as deskTitles from '../features/catalogue/contract.ts';
import * as intake from '../features/catalogue/intake-contract.ts';
import * as titlePrice from '../features/catalogue/price-contract.ts';
import * as titleLease from '../features/catalogue/lease-contract.ts';
import * as titleTimeline from '../features/catalogue/timeline-contract.ts';
import * as creditedPeople from '../features/catalogue/people-contract.ts';
import * as portraits from '../features/catalogue/portrait-contract.ts';
import * as deskSeries from '../features/catalogue/series-contract.ts';
import * as discountCodes from '../features/checkout/codes-contract.ts';
import * as checkout from '../features/checkout/contract.ts';
import * as planSales from '../features/checkout/plan-sales-contract.ts';
import * as planPrices from '../features/checkout/prices-contract.ts';
import * as trialRules from '../features/checkout/trial-contract.ts';
import * as comments from '../features/comments/contract.ts';
import * as moderation from '../features/comments/moderation-contract.ts';
import * as compensation from '../features/compensation/contract.ts';
import * as compensationDesk from '../features/compensation/desk-contract.ts';
import * as directDebit from '../features/direct-debit/contract.ts';
import * as downloads from '../features/downloads/contract.ts';
import * as front from '../features/front/contract.ts';
import * as frontChannels from '../features/front/channels-contract.ts';
import * as frontIssues from '../features/front/issues-contract.ts';
import * as frontMagazines from '../features/front/magazines-contract.ts';
import * as frontScreenings from '../features/front/screenings-contract.ts';
import * as frontWeeks from '../features/front/weeks-contract.ts';
import * as gifts from '../features/gifts/contract.ts';
import * as giftDesk from '../features/gifts/desk-contract.ts';
import * as help from '../features/help/contract.ts';
import * as helpDesk from '../features/help/desk-contract.ts';
import * as home from '../features/home/contract.ts';
import * as kids from '../features/kids/contract.ts';
import * as myLists from '../features/lists/contract.ts';
import * as live from '../features/live/contract.ts';
import * as magazines from '../features/magazines/contract.ts';
import * as operatorAccounts from '../features/operator/accounts-contract.ts';
import * as operatorAlarms from '../features/operator/alarms-contract.ts';
import * as approvals from '../features/operator/approvals-contract.ts';
import * as operatorBlocks from '../features/operator/blocks-contract.ts';
import * as operatorBooks from '../features/operator/books-contract.ts';
import * as operator from '../features/operator/contract.ts';
import * as operatorPayments from '../features/operator/desk-payments-contract.ts';
import * as erasures from '../features/operator/erasures-contract.ts';
import * as giftBatches from '../features/operator/gift-batches-contract.ts';
import * as operatorMobiles from '../features/operator/mobiles-contract.ts';
import * as operatorMoves from '../features/operator/moves-contract.ts';
import * as operatorNotes from '../features/operator/notes-contract.ts';
import * as operatorFigures from '../features/operator/figures-contract.ts';
import * as operatorQuality from '../features/operator/quality-contract.ts';
import * as operatorRenewals from '../features/operator/renewals-contract.ts';
import * as operatorServices from '../features/operator/services-contract.ts';
import * as operatorViewing from '../features/operator/viewing-contract.ts';
import * as payments from '../features/payments/contract.ts';
import * as people from '../features/people/contract.ts';
import * as playback from '../features/playback/contract.ts';
import * as licence from '../features/playback/licence-contract.ts';
import * as personalData from '../features/personal-data/contract.ts';
import * as plays from '../features/plays/contract.ts';
import * as progress from '../features/progress/contract.ts';
import * as progressExport from '../features/progress/export-contract.ts';
import * as qoe from '../features/qoe/contract.ts';
import * as sandbox from '../features/sandbox/contract.ts';
import * as screenings from '../features/screenings/contract.ts';
import * as search from '../features/search/contract.ts';
import * as emptySearch from '../features/search/empty-search-contract.ts';
import * as site from '../features/site/contract.ts';
import * as siteTexts from '../features/site/texts-contract.ts';
import * as access from '../features/staff/access-contract.ts';
import * as staff from '../features/staff/contract.ts';
import * as passkeys from '../features/staff/passkeys-contract.ts';
import * as streams from '../features/streams/contract.ts';
import * as subscription from '../features/subscription/contract.ts';
import * as catalogue from '../features/titles/contract/catalogue.ts';
import * as purchase from '../features/paywall/contract.ts';
import * as titlePage from '../features/title-page/contract.ts';
import * as watchParty from '../features/watch-party/contract.ts';
import { API_BASE } from '../platform/http/calls/api-base.ts';
import type { Call } from '../platform/http/calls/call.ts';

/** Every contract. All their calls are served; a call of another module does not start (app/api-app.ts). */
const CONTRACTS: readonly Readonly<Record<string, unknown>>[] = [
  ...[
    auth,
    account,
    personalData,
    inbox,
    catalogue,
    home,
    search,
    emptySearch,
    people,
    magazines,
    live,
    screenings,
    site,
    siteTexts,
    comments,
  ],
  ...[purchase, titlePage, playback, licence, streams, plays, qoe, progress, myLists, watchParty, kids],
  ...[
    checkout,
    discountCodes,
    planPrices,
    planSales,
    trialRules,
    payments,
    directDebit,
    subscription,
    downloads,
    compensation,
    compensationDesk,
    gifts,
    giftDesk,
    help,
    helpDesk,
    sandbox,
    moderation,
    ingest,
    ingestTracks,
    bulkEdits,
    deskTitles,
    titleArt,
    intake,
    creditedPeople,
    portraits,
    titleLease,
    titleTimeline,
    titlePrice,
    deskSeries,
    front,
    frontIssues,
    frontChannels,
    frontMagazines,
    frontScreenings,
    frontWeeks,
    operator,
    operatorAccounts,
    operatorBlocks,
    operatorNotes,
    operatorMobiles,
    operatorMoves,
    erasures,
    giftBatches,
    approvals,
    operatorBooks,
    operatorPayments,
    operatorFigures,
    operatorQuality,
    operatorAlarms,
    operatorRenewals,
    operatorServices,
    operatorViewing,
    progressExport,
    access,
    staff,
    passkeys,
  ],
];

export const ALL_CALLS: readonly Call[] = CONTRACTS.flatMap((contract) => Object.values(contract)).filter(isCall);

/** Without those of the demo, which are not part of the published API. */
export const CALLS = ALL_CALLS.filter(({ path }) => !path.startsWith('/dev/'));

/** A contract also exports schemas and constants. */
function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
}

export interface CallMatch {
  call: Call;
  params: Record<string, string>; // As in the URL: percent-encoded
}

const plainRoutes = Map.groupBy(
  ALL_CALLS.filter(({ path }) => !path.includes('/:')),
  ({ path }) => path,
);
const patternRoutes = ALL_CALLS.filter(({ path }) => path.includes('/:')).map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** `path` is below the API's base. */
export function listCallsAt(path: string): CallMatch[] {
  const plain = plainRoutes.get(path) ?? [];
  const parametric = patternRoutes.flatMap(({ call, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ call, params: { ...match.groups } }] : [];
  });
  return [...plain.map((call) => ({ call, params: {} })), ...parametric];
}

export function findCall(method: string, path: string): CallMatch | null {
  return selectCall(listCallsAt(path), method);
}

type RequestLine = Pick<Request, 'method' | 'url'>;

const requestCalls = new WeakMap<RequestLine, CallMatch[]>();

/** The calls at the path of a site's request, looked up once per request. Empty for a path that is not the API's. */
function listRequestCalls(request: RequestLine): CallMatch[] {
  const matches = requestCalls.get(request) ?? listCallsAtSitePath(new URL(request.url).pathname);
  requestCalls.set(request, matches);
  return matches;
}

export function copyRequestCalls(request: RequestLine, copy: RequestLine): void {
  requestCalls.set(copy, listRequestCalls(request));
}

export function findRequestCall(request: RequestLine, method = request.method): CallMatch | null {
  return selectCall(listRequestCalls(request), method);
}

function listCallsAtSitePath(pathname: string): CallMatch[] {
  return pathname.startsWith(`${API_BASE}/`) ? listCallsAt(pathname.slice(API_BASE.length)) : [];
}

function selectCall(matches: readonly CallMatch[], method: string): CallMatch | null {
  return matches.find(({ call }) => call.method === method || (call.alsoGet && method === 'GET')) ?? null;
}
