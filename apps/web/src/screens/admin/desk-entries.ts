/** What the desk holds: the pages, and who has a use for which. The server decides again at each call. */
import type { Permission } from '@shufang/contract';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskInstitutionsText } from '../../platform/messages/zh-cn/desk-institutions.ts';
import { errataText, ratingsText } from '../../platform/messages/zh-cn/readers-say.ts';

export interface DeskEntry {
  readonly to: string;
  readonly label: string;
  readonly hint?: string;
  readonly permission: Permission;
  /** About the whole platform: of no use to who has the permission for a publisher or an institution only. */
  readonly isWhole?: true;
}

const { entries, groups, hints } = deskText;

export interface DeskGroup {
  readonly label: string;
  readonly entries: readonly DeskEntry[];
}

export const deskGroups: readonly DeskGroup[] = [
  {
    label: groups.books,
    entries: [
      { to: '/admin/books', label: entries.books, hint: hints.books, permission: 'publishBook' },
      { to: '/admin/import', label: entries.import, hint: hints.import, permission: 'importBook' },
      { to: '/admin/categories', label: entries.categories, hint: hints.categories, permission: 'curate', isWhole: true },
    ],
  },
  {
    label: groups.places,
    entries: [
      { to: '/admin/collections', label: entries.collections, hint: hints.collections, permission: 'curate' },
      { to: '/admin/home', label: entries.home, hint: hints.home, permission: 'curate', isWhole: true },
      { to: '/admin/links', label: entries.links, hint: hints.links, permission: 'curate' },
    ],
  },
  {
    label: groups.readers,
    entries: [
      { to: '/admin/requests', label: entries.applications, hint: hints.applications, permission: 'approveApplication', isWhole: true },
      { to: '/admin/tickets', label: entries.tickets, hint: hints.tickets, permission: 'answerTickets', isWhole: true },
      { to: '/admin/errata', label: errataText.deskTitle, hint: errataText.deskHint, permission: 'publishBook' },
      { to: '/admin/ratings', label: ratingsText.deskTitle, hint: ratingsText.deskHint, permission: 'curate' },
      { to: '/admin/votes', label: entries.votes, hint: hints.votes, permission: 'curate', isWhole: true },
    ],
  },
  {
    label: groups.sales,
    entries: [
      { to: '/admin/orders', label: entries.orders, hint: hints.orders, permission: 'approveRefund' },
      { to: '/admin/refunds', label: entries.refunds, hint: hints.refunds, permission: 'approveRefund' },
      { to: '/admin/invoices', label: entries.invoices, hint: hints.invoices, permission: 'issueInvoice' },
      { to: '/admin/codes', label: entries.codes, hint: hints.codes, permission: 'seeCodes' },
      { to: '/admin/claims', label: entries.claims, hint: hints.claims, permission: 'approveApplication' },
      { to: '/admin/licences', label: entries.licences, hint: hints.licences, permission: 'viewLicence' },
      { to: '/admin/institutions', label: deskInstitutionsText.title, hint: deskInstitutionsText.hint, permission: 'viewLicence' },
    ],
  },
  {
    label: groups.platform,
    entries: [
      { to: '/admin/users', label: entries.users, hint: hints.users, permission: 'runPlatform' },
      { to: '/admin/versions', label: entries.versions, hint: hints.versions, permission: 'runPlatform' },
      { to: '/admin/audit', label: entries.audit, hint: hints.audit, permission: 'runPlatform' },
    ],
  },
];

const permissionsOf = (group: DeskGroup): readonly Permission[] => [...new Set(group.entries.map(({ permission }) => permission))];

/** Who holds one of these has a desk. */
export const deskPermissions: readonly Permission[] = [...new Set(deskGroups.flatMap(permissionsOf))];
