import type { ComponentType, ReactNode } from 'react';
import type { Permission } from '../platform/http/calls/permissions.ts';
import { lazyComponent } from '../platform/client/lazy-component.tsx';
import { Waiting } from '../platform/desk/Screen.tsx';
import { m } from '../platform/text/desk/messages.js';

/** A screen's code is loaded when it is opened, or when its link is pointed at (decision 141). */
const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyComponent(load, Waiting);

const AccountScreen = lazyScreen(
  async () => (await import('../features/operator/desk/AccountScreen.tsx')).AccountScreen,
);
const AlarmsScreen = lazyScreen(async () => (await import('../features/operator/desk/AlarmsScreen.tsx')).AlarmsScreen);
const ApprovalsScreen = lazyScreen(
  async () => (await import('../features/operator/desk/ApprovalsScreen.tsx')).ApprovalsScreen,
);
const BooksScreen = lazyScreen(async () => (await import('../features/operator/desk/BooksScreen.tsx')).BooksScreen);
const FiguresScreen = lazyScreen(
  async () => (await import('../features/operator/desk/FiguresScreen.tsx')).FiguresScreen,
);
const FindScreen = lazyScreen(async () => (await import('../features/operator/desk/FindScreen.tsx')).FindScreen);
const GiftBatchesScreen = lazyScreen(
  async () => (await import('../features/operator/desk/GiftBatchesScreen.tsx')).GiftBatchesScreen,
);
const InvoiceScreen = lazyScreen(
  async () => (await import('../features/operator/desk/InvoiceScreen.tsx')).InvoiceScreen,
);
const PaymentScreen = lazyScreen(
  async () => (await import('../features/operator/desk/PaymentScreen.tsx')).PaymentScreen,
);
const PaymentsScreen = lazyScreen(
  async () => (await import('../features/operator/desk/PaymentsScreen.tsx')).PaymentsScreen,
);
const QualityScreen = lazyScreen(
  async () => (await import('../features/operator/desk/QualityScreen.tsx')).QualityScreen,
);
const ServicesScreen = lazyScreen(
  async () => (await import('../features/operator/desk/ServicesScreen.tsx')).ServicesScreen,
);
const SettlementScreen = lazyScreen(
  async () => (await import('../features/operator/desk/SettlementScreen.tsx')).SettlementScreen,
);
const ImportScreen = lazyScreen(
  async () => (await import('../features/catalogue/desk/intake/ImportScreen.tsx')).ImportScreen,
);
const CastScreen = lazyScreen(
  async () => (await import('../features/catalogue/desk/people/CastScreen.tsx')).CastScreen,
);
const EpisodesScreen = lazyScreen(
  async () => (await import('../features/catalogue/desk/series/EpisodesScreen.tsx')).EpisodesScreen,
);
const IngestsScreen = lazyScreen(async () => (await import('../features/ingest/desk/IngestsScreen.tsx')).IngestsScreen);
const TitleScreen = lazyScreen(async () => (await import('../features/catalogue/desk/TitleScreen.tsx')).TitleScreen);
const TitlesScreen = lazyScreen(async () => (await import('../features/catalogue/desk/TitlesScreen.tsx')).TitlesScreen);
const CompensationScreen = lazyScreen(
  async () => (await import('../features/compensation/desk/CompensationScreen.tsx')).CompensationScreen,
);
const CompensationsScreen = lazyScreen(
  async () => (await import('../features/compensation/desk/CompensationsScreen.tsx')).CompensationsScreen,
);
const DiscountCodesScreen = lazyScreen(
  async () => (await import('../features/checkout/desk/DiscountCodesScreen.tsx')).DiscountCodesScreen,
);
const PlanPricesScreen = lazyScreen(
  async () => (await import('../features/checkout/desk/PlanPricesScreen.tsx')).PlanPricesScreen,
);
const FrontScreen = lazyScreen(async () => (await import('../features/front/desk/FrontScreen.tsx')).FrontScreen);
const ChannelsScreen = lazyScreen(
  async () => (await import('../features/front/desk/ChannelsScreen.tsx')).ChannelsScreen,
);
const WeekScreen = lazyScreen(async () => (await import('../features/front/desk/WeekScreen.tsx')).WeekScreen);
const ListScreen = lazyScreen(async () => (await import('../features/front/desk/ListScreen.tsx')).ListScreen);
const MagazineScreen = lazyScreen(
  async () => (await import('../features/front/desk/MagazineScreen.tsx')).MagazineScreen,
);
const MagazinesScreen = lazyScreen(
  async () => (await import('../features/front/desk/MagazinesScreen.tsx')).MagazinesScreen,
);
const ScreeningsScreen = lazyScreen(
  async () => (await import('../features/front/desk/ScreeningsScreen.tsx')).ScreeningsScreen,
);
const GiftCardsScreen = lazyScreen(
  async () => (await import('../features/gifts/desk/GiftCardsScreen.tsx')).GiftCardsScreen,
);
const HelpQueueScreen = lazyScreen(
  async () => (await import('../features/help/desk/HelpQueueScreen.tsx')).HelpQueueScreen,
);
const HelpThreadScreen = lazyScreen(
  async () => (await import('../features/help/desk/HelpThreadScreen.tsx')).HelpThreadScreen,
);
const HoldRulesScreen = lazyScreen(
  async () => (await import('../features/comments/desk/HoldRulesScreen.tsx')).HoldRulesScreen,
);
const ModerationScreen = lazyScreen(
  async () => (await import('../features/comments/desk/ModerationScreen.tsx')).ModerationScreen,
);
const AcceptancesScreen = lazyScreen(
  async () => (await import('../features/site/desk/AcceptancesScreen.tsx')).AcceptancesScreen,
);
const SiteScreen = lazyScreen(async () => (await import('../features/site/desk/SiteScreen.tsx')).SiteScreen);
const AuditScreen = lazyScreen(async () => (await import('../features/staff/desk/AuditScreen.tsx')).AuditScreen);
const OwnScreen = lazyScreen(async () => (await import('../features/staff/desk/OwnScreen.tsx')).OwnScreen);
const StaffScreen = lazyScreen(async () => (await import('../features/staff/desk/StaffScreen.tsx')).StaffScreen);

export interface DeskScreen {
  path: string;
  /** Null: every member's. */
  permission: Permission | null;
  /** In the navigation; a record's own page is not. */
  name: (() => string) | null;
  show: (parameter: string) => ReactNode;
}

/** Every screen, in the order of the navigation. A member begins at the first that is allowed. */
export const SCREENS: readonly DeskScreen[] = [
  { path: '/', permission: 'figures.read', name: m.nav_figures, show: () => <FiguresScreen /> },
  { path: '/people', permission: 'people.read', name: m.nav_find, show: () => <FindScreen /> },
  {
    path: '/accounts/:id',
    permission: 'people.read',
    name: null,
    show: (id) => <AccountScreen key={id} id={Number(id)} />,
  },
  { path: '/payments', permission: 'payments.read', name: m.nav_payments, show: () => <PaymentsScreen /> },
  { path: '/payments/:id', permission: 'payments.read', name: null, show: (id) => <PaymentScreen key={id} id={id} /> },
  {
    path: '/payments/:id/invoice',
    permission: 'payments.read',
    name: null,
    show: (id) => <InvoiceScreen key={id} id={id} />,
  },
  { path: '/titles', permission: 'titles.read', name: m.nav_titles, show: () => <TitlesScreen /> },
  { path: '/front', permission: 'front.read', name: m.nav_front, show: () => <FrontScreen /> },
  {
    path: '/front/lists/:id',
    permission: 'front.read',
    name: null,
    show: (id) => <ListScreen key={id} listKey={id} />,
  },
  {
    path: '/front/screenings',
    permission: 'front.read',
    name: null,
    show: () => <ScreeningsScreen />,
  },
  { path: '/front/magazines', permission: 'front.read', name: null, show: () => <MagazinesScreen /> },
  {
    path: '/front/magazines/:id',
    permission: 'front.read',
    name: null,
    show: (id) => <MagazineScreen key={id} id={Number(id)} />,
  },
  { path: '/front/channels', permission: 'front.read', name: null, show: () => <ChannelsScreen /> },
  {
    path: '/front/channels/:id',
    permission: 'front.read',
    name: null,
    show: (id) => <WeekScreen key={id} id={Number(id)} />,
  },
  { path: '/cast', permission: 'titles.read', name: m.nav_cast, show: () => <CastScreen /> },
  { path: '/import', permission: 'titles.import', name: m.nav_import, show: () => <ImportScreen /> },
  {
    path: '/titles/:id/episodes',
    permission: 'titles.read',
    name: null,
    show: (id) => <EpisodesScreen key={id} id={Number(id)} />,
  },
  {
    path: '/titles/:id',
    permission: 'titles.read',
    name: null,
    show: (id) => <TitleScreen key={id} id={Number(id)} />,
  },
  { path: '/ingests', permission: 'titles.read', name: m.nav_ingests, show: () => <IngestsScreen /> },
  { path: '/gifts', permission: 'payments.read', name: m.nav_gifts, show: () => <GiftCardsScreen /> },
  { path: '/gifts/batches', permission: 'payments.read', name: null, show: () => <GiftBatchesScreen /> },
  { path: '/help', permission: 'help.read', name: m.nav_help, show: () => <HelpQueueScreen /> },
  {
    path: '/help/:id',
    permission: 'help.read',
    name: null,
    show: (id) => <HelpThreadScreen key={id} number={Number(id)} />,
  },
  {
    path: '/compensations',
    permission: 'compensation.read',
    name: m.nav_compensation,
    show: () => <CompensationsScreen />,
  },
  {
    path: '/compensations/:id',
    permission: 'compensation.read',
    name: null,
    show: (id) => <CompensationScreen key={id} id={Number(id)} />,
  },
  { path: '/codes', permission: 'prices.read', name: m.nav_codes, show: () => <DiscountCodesScreen /> },
  { path: '/prices', permission: 'prices.read', name: m.nav_prices, show: () => <PlanPricesScreen /> },
  { path: '/books', permission: 'books.read', name: m.nav_books, show: () => <BooksScreen /> },
  { path: '/settlement', permission: 'books.read', name: m.nav_settlement, show: () => <SettlementScreen /> },
  { path: '/approvals', permission: 'approvals.read', name: m.nav_approvals, show: () => <ApprovalsScreen /> },
  { path: '/quality', permission: 'quality.read', name: m.nav_quality, show: () => <QualityScreen /> },
  { path: '/alarms', permission: 'alarms.read', name: m.nav_alarms, show: () => <AlarmsScreen /> },
  { path: '/comments', permission: 'comments.moderate', name: m.nav_comments, show: () => <ModerationScreen /> },
  { path: '/comments/rules', permission: 'comments.moderate', name: null, show: () => <HoldRulesScreen /> },
  { path: '/services', permission: 'services.read', name: m.nav_services, show: () => <ServicesScreen /> },
  { path: '/site', permission: 'site.read', name: m.nav_site, show: () => <SiteScreen /> },
  { path: '/site/acceptances', permission: 'people.read', name: null, show: () => <AcceptancesScreen /> },
  { path: '/staff', permission: 'staff.read', name: m.nav_staff, show: () => <StaffScreen /> },
  { path: '/own', permission: null, name: null, show: () => <OwnScreen /> },
  { path: '/audit', permission: 'audit.read', name: m.nav_audit, show: () => <AuditScreen /> },
];

export const allowScreens = (permissions: readonly Permission[]) =>
  SCREENS.filter(({ permission }) => permission === null || permissions.includes(permission));
