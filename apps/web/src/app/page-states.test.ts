/**
 * Checks the sources for missing page states: every file with a query must handle loading and failure, and every routed screen with a query
 * must handle the empty state. `reader-pages.test.tsx` and `areas/admin/admin-pages.test.tsx` render the states.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const usesQuery = /\buse(?:Infinite)?Quer(?:y|ies)\(/;
/**
 * Files with a suspense query need no states of their own: the shell shows its skeleton while they load, and its error card if they fail
 * (`screen-boundary.test.tsx`).
 */
const usesSuspenseQuery = /\buseSuspense(?:Infinite)?Quer(?:y|ies)\(/;
const showsLoading = /isPending|isLoading|isFetching|Skeleton|<RecordList|status === 'pending'/;

/**
 * Returns the expressions for query data in a file: `const { data: books } = useQuery(…)`, `const query = useQuery(…)` with `query.data`.
 */
const dataNamesIn = (text: string): string[] =>
  [...text.matchAll(/const (\{[^}]*\}|\w+) = use(?:Infinite)?Quer(?:y|ies)\(/g)].flatMap(([, bound = '']) => {
    if (!bound.startsWith('{')) return [`${bound}.data`];
    const renamed = /\bdata(?:: (\w+))?/.exec(bound);
    return renamed === null ? [] : [renamed[1] ?? 'data'];
  });

/** Returns whether the file handles undefined query data. Other `=== undefined` checks do not count. */
const handlesLoading = (text: string): boolean =>
  showsLoading.test(text) ||
  dataNamesIn(text).some((name) => new RegExp(`(?:!|\\b)${name.replace('.', String.raw`\.`)}(?: [!=]== undefined|\\s*\\?\\s)`).test(text));
/** `error=` is excluded: it sets the error message of a form field and shows no failed query. */
const showsFailure = /isError|Failure|\berror\b(?!=)|<RecordList|status === 'error'/;
const showsEmpty = /<EmptyState|<RecordList|length === 0|empty[A-Z:=]/;

/** Files whose query states are shown by another file, or not at all, with the reason. */
const shownElsewhere: Readonly<Record<string, string>> = {
  'features/account/consent-dialog.tsx': 'opens only after the server has responded that the user agreed to earlier terms',
  'features/account/data-export-row.tsx': 'if the query fails, the user can still request an export',
  'areas/admin/account/admin-scope.tsx': 'the page shows the error if the roles cannot be loaded (for-operators.tsx)',
  'features/account/profile-card.tsx': 'while the roles are loading or unavailable, it shows the highest role that is cached on the device',
  'features/account/provider-rows.tsx': 'if the query fails, the rows for providers are hidden',
  'features/account/sign-in-panel.tsx':
    'shows the sign-in modes of every installation at once, and the providers after the server has reported them',
  'features/account/use-institution-return.ts': 'the callback page shows the states (institution-return.tsx)',
  'features/account/use-provider-return.ts': 'the callback page shows the states (provider-return.tsx)',
  'features/catalog/continue-row.tsx': 'the row is shown only after a started book has been loaded',
  'areas/reader/course-learning/annotation-tasks.tsx': 'the panel shows the annotations of the user without the assignments',
  'areas/reader/course-learning/reader-wall.tsx': 'until the renewal price is loaded, the access notice is shown without it',
  'features/account/user-menu.tsx': 'while the roles are loading or unavailable, it shows the entries that every user has',
  'features/account/use-captcha.ts': 'the field shows the states of its image (captcha-field.tsx)',
  'features/account/use-follow-roles.ts': 'has no user interface',
  'features/annotation/use-paper-pages.ts': 'page numbers are optional and are omitted if the query fails',
  'areas/admin/catalog/admin-book-editor.tsx': 'if the disciplines cannot be loaded, those of the book remain unchanged',
  'features/catalog/search-choices.ts': 'suggestions are optional; the search field works without them',
  'features/dictionary/use-look-up.tsx': 'the entry of the menu is shown only after the server has reported what the operator offers',
  'features/help/site-footer.tsx': 'until the data of the operator is loaded, the footer is shown without it',
  'features/reading/changes-notice.tsx': 'the notice is shown only after the changes have been loaded',
  'features/reading/use-manifest.ts': 'the page is shown without it; the panel of contents shows its states (contents-panel.tsx)',
  'features/reading/use-open-book.ts': 'the reader shows the states (reading-view.tsx)',
  'features/reading/use-search-in-book.ts': 'the panel shows the states (search-panel.tsx)',
  'features/release/version-history.tsx': 'the card above uses the same query and shows its error (versions.tsx)',
  'areas/admin/screens/use-admin-groups.ts': 'the page shows the error if the roles cannot be loaded (for-operators.tsx)',
  'areas/reader/bookshelf/shelf-book.tsx': 'the due time of a class is optional; the page of the class shows the states (class-plan.tsx)',
  'areas/reader/course-learning/contents-times.tsx': 'minutes and plans are optional; the contents are shown without them',
  'areas/reader/course-learning/heat-layer.tsx':
    'the button is shown only to contributors, after their books have been loaded; the panel shows its states (heat-panel.tsx)',
  'areas/reader/course-learning/class-layer.tsx':
    'the layer is shown only after the threads have been loaded; the page of the class shows the states (class-threads.tsx)',
  'features/teaching/class-tasks.tsx':
    'the section is shown only after chapters have been loaded; the page of the class shows the states (class-plan.tsx)',
  'features/teaching/class-work.tsx':
    'the sections are shown only after work has been loaded; the pages to which they lead show the states',
  'areas/reader/bookshelf/year-ago-card.tsx': 'the card is shown only after its entry has been loaded',
  'areas/reader/course-list/course-list-screen.tsx': 'the query throws its error to the error boundary of the shell (courseListQuery)',
  'features/sample/book-sample.tsx': 'the button is shown only after the samples of the book have been loaded',
  'areas/teaching/paper/paper-editor.tsx':
    'the numbers of questions that draws find are optional; the page shows the states (paper-screen.tsx)',
  'areas/teaching/questions/transfer-dialog.tsx': 'until the banks are loaded, the questions can go to another folder of their bank',
  'areas/admin/royalty/admin-statement.tsx': 'features/royalty/statement-view.tsx shows the states of the query',
  'features/royalty/own-statement.tsx': 'features/royalty/statement-view.tsx shows the states of the query',
  'areas/teaching/adoption/adoption-actions.tsx': 'until the institutions are loaded, the dialog offers the one of the list',
  'areas/teaching/assignment/exam/exam-news.tsx': 'the paper stays usable without news; what waits comes with the next call',
  'areas/teaching/assignment/reading-progress.tsx': 'repeats the query of the page, which shows its states (assignment-screen.tsx)',
  'areas/teaching/assignment/use-file-url.ts': 'the pictures and files of a response show the states (handed-files.tsx, answer-files.tsx)',
  'areas/teaching/class-settings.tsx': 'until the institutions are loaded, the dialog offers the one of the class',
  'areas/reader/user/my-orders-screen.tsx': 'the list of invoices shows the states (invoice-list.tsx)',
};

/** Screens without an empty state: they show one item (whose absence is an error) or no list. */
const neverEmpty: Readonly<Record<string, string>> = {
  'areas/reader/clients/mobile-screen.tsx': 'its instructions do not need an installer; the card shows when there is none',
  'areas/reader/clients/pc-screen.tsx': 'its instructions do not need an installer; the card shows when there is none',
  'areas/reader/course-learning/course-learning-screen.tsx': 'shows one book, whose absence is an error',
  'areas/reader/helper/app-updater-screen.tsx': 'the version of the loaded page is always known',
  'areas/reader/helper/contact-screen.tsx': 'is a form; the list of tickets is hidden if there are none',
  'areas/reader/lesson-connect/dispatch-screen.tsx': 'redirects to another page',
  'areas/reader/not-found/not-found-screen.tsx': 'reports that the page does not exist',
  'areas/reader/user/login-screen.tsx': 'is a form',
  'areas/reader/report/report-screen.tsx': 'is a form; an unknown code is an error at its field',
  'areas/teaching/assignment/receipt-screen.tsx': 'is a form; an unknown receipt is an error at its field',
  'areas/teaching/join-class-screen.tsx': 'is a form; a code without a class is an error at its field',
};

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const sources = globSync('{areas,features}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/\.test\.|\.fixtures\./.test(file))
  .toSorted();

/** Returns the file and all files of areas and features that it imports, statically or lazily. */
const filesOf = (entry: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, from = ''] of read(file).matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)) {
      const next = path.posix.join(path.posix.dirname(file), from);
      if (/^(?:areas|features)\//.test(next)) visit(next);
    }
  };
  visit(entry);
  return found;
};

const screens = [
  ...[...read('app/routes.tsx').matchAll(/import\('\.\.\/(areas\/[^']+)'\)/g)].map(([, file = '']) => file),
  ...[...read('app/admin-route.tsx').matchAll(/from '\.\.\/(areas\/[^']+\.tsx)'/g)].map(([, file = '']) => file),
  ...['areas/admin/admin-pages.ts', 'areas/reader/helper/help-pages.ts'].flatMap((table) =>
    [...read(table).matchAll(/import\('\.\/([^']+)'\)/g)].map(([, file = '']) => path.posix.join(path.posix.dirname(table), file)),
  ),
];

describe('a file with queries', () => {
  const queryFiles = sources.filter((file) => usesQuery.test(read(file)));

  it.each(queryFiles.filter((file) => !(file in shownElsewhere)))('%s handles loading and failure', (file) => {
    const text = read(file);
    expect({ loading: handlesLoading(text), failure: showsFailure.test(text) }).toEqual({ loading: true, failure: true });
  });

  it('is an exception only while that is necessary', () => {
    const needless = Object.keys(shownElsewhere).filter((file) => {
      if (!existsSync(path.join(root, file))) return true;
      const text = read(file);
      return !usesQuery.test(text) || (handlesLoading(text) && showsFailure.test(text));
    });
    expect(needless).toEqual([]);
  });
});

describe('a screen', () => {
  it('exists for every route', () => {
    expect(screens.length).toBeGreaterThan(40);
    expect(screens.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  const queryScreens = screens.filter((screen) =>
    [...filesOf(screen)].some((file) => usesQuery.test(read(file)) || usesSuspenseQuery.test(read(file))),
  );

  it.each(queryScreens.filter((screen) => !(screen in neverEmpty)))('%s handles the empty state', (screen) => {
    const own = read(screen);
    // The files of the sign-in panel are not searched, because every screen can show that panel.
    const parts = [...filesOf(screen)].filter((file) => !file.startsWith('features/account/sign-in'));
    expect(showsEmpty.test(own) || parts.some((file) => /<EmptyState|<RecordList/.test(read(file)))).toBe(true);
  });

  it('is an exception only while that is necessary', () => {
    expect(Object.keys(neverEmpty).filter((screen) => !queryScreens.includes(screen))).toEqual([]);
  });
});
