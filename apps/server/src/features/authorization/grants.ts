/**
 * Defines which role grants which permission. The router checks the permission of an operation at every call, and some use cases check one
 * for wider access. Access is denied by default: a role has only the permissions listed for it. The table is that of product.md §5; a user
 * with several roles has the union of their permissions.
 */
import * as contract from '@shufang/contract';
import { isOperation, type Permission, type Role } from '@shufang/contract';
import type { Authorization } from '../../platform/http/authorization.ts';

/** The role of a caller, or `anonymous`. */
export type Actor = Role | 'anonymous';

/**
 * The objects a grant covers: all; those of the publisher, institution, class, book or review round the role was granted for; those the
 * user has a right to; the user's own.
 */
export type GrantScope = 'all' | 'publisher' | 'institution' | 'class' | 'book' | 'round' | 'entitled' | 'own';

type Grants = Readonly<Partial<Record<Actor, GrantScope>>>;

const everyRole = (scope: GrantScope): Grants => ({
  reader: scope,
  teacher: scope,
  author: scope,
  expert: scope,
  editor: scope,
  finance: scope,
  orgAdmin: scope,
  admin: scope,
});

const GRANTS: Readonly<Record<Permission, Grants>> = {
  signIn: { anonymous: 'all', ...everyRole('all') },
  browse: { anonymous: 'all', ...everyRole('all') },

  ownAccount: everyRole('own'),
  exportOwnData: everyRole('own'),

  readFullText: {
    reader: 'entitled',
    teacher: 'entitled',
    author: 'book',
    expert: 'round',
    editor: 'publisher',
    orgAdmin: 'entitled',
    admin: 'all',
  },
  annotate: { reader: 'own', teacher: 'own', author: 'own', expert: 'own', editor: 'own', orgAdmin: 'own', admin: 'own' },
  buy: { reader: 'own', teacher: 'own', author: 'own', expert: 'own', editor: 'own', orgAdmin: 'own' },

  joinClass: { reader: 'own', teacher: 'all', author: 'all', expert: 'all' },
  runClass: { teacher: 'own', admin: 'all' },
  requestSample: { teacher: 'own', admin: 'all' },
  adoptTextbook: { teacher: 'own' },
  reviewAdoption: { orgAdmin: 'institution', admin: 'all' },
  viewClass: { teacher: 'own', orgAdmin: 'institution', admin: 'all' },
  seeStudentData: { reader: 'own', teacher: 'class' },
  seeStudentTotals: { teacher: 'class', orgAdmin: 'institution' },
  auditStudentData: { admin: 'all' },
  useTeacherResources: { teacher: 'all', author: 'book', editor: 'publisher', admin: 'all' },
  /** Which banks a caller may use is in `question/bank-rights.ts`. */
  manageQuestions: { teacher: 'own', author: 'book' },

  editChapters: { author: 'book', editor: 'publisher' },
  submitVersion: { author: 'book', editor: 'publisher', admin: 'all' },
  runReviewRound: { editor: 'publisher', admin: 'all' },
  scoreReview: { expert: 'round', editor: 'publisher' },
  replyInReview: { author: 'book' },
  seeExpertIdentity: { expert: 'own', editor: 'publisher', admin: 'all' },

  /** `importBook` is not in the table of product.md: importing a file is the first step of publishing it. */
  importBook: { editor: 'publisher', admin: 'all' },
  publishBook: { editor: 'publisher', admin: 'all' },
  requestPublication: { author: 'book' },
  curate: { editor: 'publisher', admin: 'all' },
  shareList: { reader: 'own', teacher: 'own' },
  approveApplication: { editor: 'publisher', admin: 'all' },
  confirmApplication: { orgAdmin: 'institution' },

  /** `seeDashboard` is not in the table of product.md: each part of the dashboard needs the permission of its own row as well. */
  seeDashboard: { editor: 'publisher', finance: 'publisher', admin: 'all' },
  seeBookStatistics: { author: 'book', editor: 'publisher', admin: 'all' },
  seeClassStatistics: { teacher: 'class', admin: 'all' },
  seeLicenseUse: { orgAdmin: 'institution', admin: 'all' },
  seeRevenue: { author: 'own', finance: 'publisher', admin: 'all' },
  manageRoyalties: { finance: 'publisher', admin: 'all' },
  manageCodes: { finance: 'publisher', admin: 'all' },
  requestCodes: { editor: 'publisher' },
  /** `seeCodes` is not in the table of product.md: those who request codes and those who generate them use the same list. */
  seeCodes: { editor: 'publisher', finance: 'publisher', admin: 'all' },
  approveRefund: { finance: 'publisher', admin: 'all' },
  /**
   * `issueInvoice`: the table of product.md grants it to finance only. In a publisher without finance staff its editors issue the invoices,
   * as they do all other work.
   */
  issueInvoice: { editor: 'publisher', finance: 'publisher', admin: 'all' },
  manageLicense: { finance: 'publisher', admin: 'all' },
  manageLicenseMembers: { finance: 'publisher', orgAdmin: 'institution', admin: 'all' },
  viewLicense: { editor: 'publisher', finance: 'publisher', orgAdmin: 'institution', admin: 'all' },

  /**
   * `answerTickets` is not in the table of product.md: help tickets are about books, codes and money alike, so all operators reply to them.
   */
  answerTickets: { editor: 'publisher', finance: 'publisher', admin: 'all' },

  runPlatform: { admin: 'all' },
};

/** Returns the scope of each role's grant of a permission; an empty list when no role grants it. */
const grantScopesOf = (actors: readonly Actor[], permission: Permission): GrantScope[] =>
  actors.flatMap((actor) => {
    const scope = GRANTS[permission][actor];
    return scope === undefined ? [] : [scope];
  });

/** Returns the scope of a role's grant of a permission; undefined when the role does not grant it. */
export const grantScopeOfRole = (role: Role, permission: Permission): GrantScope | undefined => GRANTS[permission][role];

export const isGranted = (actors: readonly Actor[], permission: Permission): boolean => grantScopesOf(actors, permission).length > 0;

/** Returns whether the roles of a caller grant the permission of an operation. `roles` absent: an anonymous user. */
export const isAllowed: Authorization['isAllowed'] = ({ permission }, roles) => isGranted(roles ?? ['anonymous'], permission);

/** The permissions that operations require, and those that use cases check for wider access. Nothing checks the other permissions yet. */
const CHECKED_PERMISSIONS: ReadonlySet<Permission> = new Set([
  ...Object.values<unknown>(contract)
    .filter(isOperation)
    .map(({ permission }) => permission),
  'readFullText',
  'useTeacherResources',
]);

/** Returns the permissions of these roles for menus, without those that nothing checks. The server checks again at each call. */
export const permissionsOf = (roles: readonly Role[]): Permission[] =>
  [...CHECKED_PERMISSIONS].filter((permission) => isGranted(roles, permission));

/** Returns whether these roles may read books without an entitlement: all books, or those of their publishers. */
export const readsBooksAsOperator = (roles: readonly Role[]): boolean =>
  grantScopesOf(roles, 'readFullText').some((scope) => scope === 'all' || scope === 'publisher');

/** Returns whether these roles may use the teaching resources of every book; other roles depend on the book (`material-rule.ts`). */
export const usesEveryTeacherResource = (roles: readonly Role[]): boolean => grantScopesOf(roles, 'useTeacherResources').includes('all');

/** Returns whether these roles may buy books; finance and administrators may not. */
export const mayBuy = (roles: readonly Role[]): boolean => isGranted(roles, 'buy');

/** Roles that operate the platform: a password alone is not sufficient for them (security.md §3). */
const NEEDS_SECOND_FACTOR: ReadonlySet<Role> = new Set(['admin', 'editor', 'finance']);

/** Returns whether one of these roles needs a second factor on an installation that requires it. */
export const rolesNeedSecondFactor = (roles: readonly Role[]): boolean => roles.some((role) => NEEDS_SECOND_FACTOR.has(role));

/** Returns the roles that a session may use. When a second factor is required and was not passed, roles that need one are withheld. */
export const rolesInForce = (
  roles: readonly Role[],
  passed: boolean,
): { readonly roles: readonly Role[]; readonly withheld: readonly Role[] } =>
  passed
    ? { roles, withheld: [] }
    : {
        roles: roles.filter((role) => !NEEDS_SECOND_FACTOR.has(role)),
        withheld: roles.filter((role) => NEEDS_SECOND_FACTOR.has(role)),
      };

/** All roles from highest to lowest; `getRole` returns the first one the user has. */
const ROLE_ORDER: readonly Role[] = ['admin', 'editor', 'finance', 'orgAdmin', 'expert', 'author', 'teacher', 'reader'];

/** Returns the highest of the roles; an account without roles is shown as a reader. */
export const highestRole = (held: readonly Role[]): Role => ROLE_ORDER.find((role) => held.includes(role)) ?? 'reader';
