import type { ReactNode } from 'react';
import { AccountScreen } from '../features/operator/desk/AccountScreen.tsx';
import { AlarmsScreen } from '../features/operator/desk/AlarmsScreen.tsx';
import { ApprovalsScreen } from '../features/operator/desk/ApprovalsScreen.tsx';
import { BooksScreen } from '../features/operator/desk/BooksScreen.tsx';
import { FiguresScreen } from '../features/operator/desk/FiguresScreen.tsx';
import { FindScreen } from '../features/operator/desk/FindScreen.tsx';
import { GiftBatchesScreen } from '../features/operator/desk/GiftBatchesScreen.tsx';
import { PaymentScreen } from '../features/operator/desk/PaymentScreen.tsx';
import { PaymentsScreen } from '../features/operator/desk/PaymentsScreen.tsx';
import { QualityScreen } from '../features/operator/desk/QualityScreen.tsx';
import { SettlementScreen } from '../features/operator/desk/SettlementScreen.tsx';
import { TitleScreen } from '../features/catalogue/desk/TitleScreen.tsx';
import { TitlesScreen } from '../features/catalogue/desk/TitlesScreen.tsx';
import { CompensationScreen } from '../features/compensation/desk/CompensationScreen.tsx';
import { CompensationsScreen } from '../features/compensation/desk/CompensationsScreen.tsx';
import { DiscountCodesScreen } from '../features/checkout/desk/DiscountCodesScreen.tsx';
import { PlanPricesScreen } from '../features/checkout/desk/PlanPricesScreen.tsx';
import { GiftCardsScreen } from '../features/gifts/desk/GiftCardsScreen.tsx';
import { HelpQueueScreen } from '../features/help/desk/HelpQueueScreen.tsx';
import { HelpThreadScreen } from '../features/help/desk/HelpThreadScreen.tsx';
import { HoldRulesScreen } from '../features/comments/desk/HoldRulesScreen.tsx';
import { ModerationScreen } from '../features/comments/desk/ModerationScreen.tsx';
import { AuditScreen } from '../features/staff/desk/AuditScreen.tsx';
import { OwnScreen } from '../features/staff/desk/OwnScreen.tsx';
import { StaffScreen } from '../features/staff/desk/StaffScreen.tsx';
import type { Permission } from '../platform/http/calls/permissions.ts';
import { m } from '../platform/text/desk/messages.js';

interface DeskScreen {
  path: string;
  /** Null: every member's. */
  permission: Permission | null;
  /** In the navigation; a record's own page is not. */
  name: (() => string) | null;
  show: (parameter: string) => ReactNode;
}

/** Every screen, in the order of the navigation. A member begins at the first that is allowed. */
const SCREENS: readonly DeskScreen[] = [
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
  { path: '/titles', permission: 'titles.read', name: m.nav_titles, show: () => <TitlesScreen /> },
  {
    path: '/titles/:id',
    permission: 'titles.read',
    name: null,
    show: (id) => <TitleScreen key={id} id={Number(id)} />,
  },
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
  { path: '/staff', permission: 'staff.read', name: m.nav_staff, show: () => <StaffScreen /> },
  { path: '/own', permission: null, name: null, show: () => <OwnScreen /> },
  { path: '/audit', permission: 'audit.read', name: m.nav_audit, show: () => <AuditScreen /> },
];

export const allowScreens = (permissions: readonly Permission[]) =>
  SCREENS.filter(({ permission }) => permission === null || permissions.includes(permission));
