/** The pages of the admin area, one line per page. Routes, access and the menu are derived from this table. */
import type { Permission } from '@shufang/contract';
import type { adminText } from '../../platform/messages/zh-cn/admin.ts';
import { screenTitle } from '../../platform/messages/zh-cn/shell.ts';

/** Who may use a page. The server authorizes each call; the client only hides pages whose calls the server would refuse. */
export interface PageAccess {
  /** A user who has one of these permissions may open the page. */
  readonly permissions: readonly Permission[];
  /** Whether the page is hidden from operators whose permissions are limited to a publisher or an institution. */
  readonly isWhole?: boolean;
}

/**
 * Keys of the menu's texts in `adminText`. The texts themselves are not here, because every user loads this table, but only the admin area
 * loads `adminText`.
 */
type GroupKey = keyof typeof adminText.groups;
type HintKey = keyof typeof adminText.hints;

export interface AdminPageRoute {
  readonly path: string;
  /** Document title of the page, and its label in the menu. */
  readonly title: string;
  readonly access: PageAccess;
  /** The page's description in the menu; absent for pages that the menu does not list. */
  readonly hint?: HintKey;
  readonly load: () => Promise<{ Component: React.ComponentType }>;
}

const page = (
  path: string,
  title: string,
  permission: Permission,
  load: AdminPageRoute['load'],
  { isWhole, ...menu }: { readonly hint?: HintKey; readonly isWhole?: true } = {},
): AdminPageRoute => ({ path, title, access: { permissions: [permission], ...(isWhole && { isWhole }) }, ...menu, load });

/** The pages of each group of the menu, in the order of the menu. */
export const adminPageGroups: Readonly<Record<GroupKey, readonly AdminPageRoute[]>> = {
  books: [
    page('/admin/books', screenTitle.adminBooks, 'publishBook', () => import('./screens/books-screen.tsx'), { hint: 'books' }),
    page('/admin/books/:bookId', screenTitle.adminBook, 'publishBook', () => import('./screens/book-screen.tsx')),
    page('/admin/import', screenTitle.adminImport, 'importBook', () => import('./screens/import-screen.tsx'), { hint: 'import' }),
    page('/admin/categories', screenTitle.adminCategories, 'curate', () => import('./screens/categories-screen.tsx'), {
      hint: 'categories',
      isWhole: true,
    }),
  ],
  promotions: [
    page('/admin/collections', screenTitle.adminCollections, 'curate', () => import('./screens/collections-screen.tsx'), {
      hint: 'collections',
    }),
    page('/admin/collections/:id', screenTitle.adminCollection, 'curate', () => import('./screens/collection-screen.tsx')),
    page('/admin/home', screenTitle.adminHome, 'curate', () => import('./screens/home-screen.tsx'), { hint: 'home', isWhole: true }),
    page('/admin/links', screenTitle.adminLinks, 'curate', () => import('./screens/links-screen.tsx'), { hint: 'links' }),
  ],
  readers: [
    page('/admin/requests', screenTitle.adminRequests, 'approveApplication', () => import('./screens/requests-screen.tsx'), {
      hint: 'applications',
      isWhole: true,
    }),
    page('/admin/tickets', screenTitle.adminTickets, 'answerTickets', () => import('./screens/tickets-screen.tsx'), {
      hint: 'tickets',
      isWhole: true,
    }),
    page('/admin/samples', screenTitle.adminSamples, 'approveApplication', () => import('./screens/samples-screen.tsx'), {
      hint: 'samples',
    }),
    page('/admin/adoption', screenTitle.adminAdoptions, 'reviewAdoption', () => import('./screens/adoptions-screen.tsx'), {
      hint: 'adoption',
    }),
    page('/admin/errata', screenTitle.adminErrata, 'publishBook', () => import('./screens/errata-screen.tsx'), { hint: 'errata' }),
    page('/admin/ratings', screenTitle.adminRatings, 'curate', () => import('./screens/ratings-screen.tsx'), { hint: 'ratings' }),
    page('/admin/votes', screenTitle.adminVotes, 'curate', () => import('./screens/votes-screen.tsx'), { hint: 'votes', isWhole: true }),
  ],
  sales: [
    page('/admin/dashboard', screenTitle.adminDashboard, 'seeDashboard', () => import('./screens/dashboard-screen.tsx'), {
      hint: 'dashboard',
    }),
    page('/admin/orders', screenTitle.adminOrders, 'approveRefund', () => import('./screens/orders-screen.tsx'), { hint: 'orders' }),
    page('/admin/orders/:no', screenTitle.adminOrder, 'approveRefund', () => import('./screens/order-screen.tsx')),
    page('/admin/refunds', screenTitle.adminRefunds, 'approveRefund', () => import('./screens/refunds-screen.tsx'), { hint: 'refunds' }),
    page('/admin/invoices', screenTitle.adminInvoices, 'issueInvoice', () => import('./screens/invoices-screen.tsx'), { hint: 'invoices' }),
    page('/admin/codes', screenTitle.adminCodes, 'seeCodes', () => import('./screens/codes-screen.tsx'), { hint: 'codes' }),
    page('/admin/codes/:batchId/boxes', screenTitle.adminCodeBoxes, 'seeCodes', () => import('./screens/code-boxes-screen.tsx')),
    page('/admin/claims', screenTitle.adminClaims, 'approveApplication', () => import('./screens/claims-screen.tsx'), { hint: 'claims' }),
    page('/admin/licenses', screenTitle.adminLicenses, 'viewLicense', () => import('./screens/licenses-screen.tsx'), { hint: 'licenses' }),
    page('/admin/royalties', screenTitle.adminRoyalties, 'manageRoyalties', () => import('./screens/royalties-screen.tsx'), {
      hint: 'royalties',
    }),
    page('/admin/royalties/:id', screenTitle.adminRoyalty, 'manageRoyalties', () => import('./screens/royalty-screen.tsx')),
    page('/admin/royalty-books', screenTitle.adminRoyaltyBooks, 'manageRoyalties', () => import('./screens/royalty-books-screen.tsx'), {
      hint: 'royaltyBooks',
    }),
    page(
      '/admin/royalty-books/:bookId',
      screenTitle.adminRoyaltyBook,
      'manageRoyalties',
      () => import('./screens/royalty-book-screen.tsx'),
    ),
    page('/admin/institutions', screenTitle.adminInstitutions, 'viewLicense', () => import('./screens/institutions-screen.tsx'), {
      hint: 'institutions',
    }),
  ],
  institution: [
    page('/org', screenTitle.orgUse, 'seeLicenseUse', () => import('./screens/org-use-screen.tsx'), { hint: 'orgUse' }),
    page('/org/report', screenTitle.orgReport, 'seeLicenseUse', () => import('./screens/org-report-screen.tsx'), { hint: 'orgReport' }),
    page('/org/members', screenTitle.orgMembers, 'manageLicenseMembers', () => import('./screens/org-members-screen.tsx'), {
      hint: 'orgMembers',
    }),
  ],
  platform: [
    page('/admin/users', screenTitle.adminUsers, 'runPlatform', () => import('./screens/users-screen.tsx'), { hint: 'users' }),
    page('/admin/settings', screenTitle.adminSettings, 'runPlatform', () => import('./screens/settings-screen.tsx'), {
      hint: 'settings',
      isWhole: true,
    }),
    page('/admin/dictionaries', screenTitle.adminDictionaries, 'runPlatform', () => import('./screens/dictionaries-screen.tsx'), {
      hint: 'dictionaries',
      isWhole: true,
    }),
    page('/admin/versions', screenTitle.adminVersions, 'runPlatform', () => import('./screens/versions-screen.tsx'), { hint: 'versions' }),
    page('/admin/audit', screenTitle.adminAudit, 'runPlatform', () => import('./screens/audit-screen.tsx'), { hint: 'audit' }),
  ],
};

const pages = Object.values(adminPageGroups).flat();

/** The start page, for every user who may use at least one of the other pages. */
const overview: AdminPageRoute = {
  path: '/admin',
  title: screenTitle.admin,
  access: { permissions: [...new Set(pages.flatMap(({ access }) => access.permissions))] },
  load: () => import('./screens/overview-screen.tsx'),
};

export const adminPages: readonly AdminPageRoute[] = [overview, ...pages];
