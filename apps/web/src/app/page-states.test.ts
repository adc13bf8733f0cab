/**
 * No page lacks one of: loading, empty, error. Read from the sources: whoever asks the server says in the same file what stands there
 * until the answer comes and when none does; and every routed screen that asks for something says what it shows when there is nothing.
 * That each of these states is also sound is seen in a browser (`e2e/src/page-states.test.ts`).
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const asks = /\buse(?:Infinite)?Quer(?:y|ies)\(/;
/** These wait and fail in the shell: its skeleton and its card (`screen-boundary.test.tsx`). */
const asksThroughShell = /\buseSuspense(?:Infinite)?Quer(?:y|ies)\(/;
const tellsLoading = /isPending|isLoading|isFetching|=== undefined|Skeleton|<RecordList|status === 'pending'/;
const tellsFailure = /isError|Failure|\berror\b|<RecordList|status === 'error'/;
const tellsEmpty = /<EmptyState|<RecordList|length === 0|empty[A-Z:=]/;

/** Asks here, while another file shows how it stands; or nothing is shown, and why that is right. */
const shownElsewhere: Readonly<Record<string, string>> = {
  'features/account/data-export-row.tsx': 'without an answer a copy can be asked for all the same',
  'features/account/desk-scope.tsx': 'the page below says when the roles did not come (for-operators)',
  'features/account/profile-card.tsx': 'until the roles come, and without them, the highest role stands there, which is kept on the device',
  'features/account/security-rows.tsx': 'without an answer the row of WeChat is not offered',
  'features/account/use-captcha.ts': 'the field shows how its picture stands (captcha-field)',
  'features/account/use-follow-roles.ts': 'follows only; nothing is shown',
  'features/annotation/use-paper-pages.ts': 'a courtesy: without an answer nothing is said of pages',
  'features/catalog/desk-book-editor.tsx': 'without the disciplines the book keeps those it has',
  'features/catalog/search-choices.ts': 'suggestions are a courtesy: without them one types on',
  'features/help/site-footer.tsx': 'the lines stand without the names of the place',
  'features/reading/use-open-book.ts': 'the reader shows how the book stands (reading-view)',
  'features/reading/use-search-in-book.ts': 'the panel shows how the search stands (search-panel)',
  'features/release/version-history.tsx': 'the card above asks the same and says that it failed (versions)',
  'screens/admin/use-desk-groups.ts': 'the page beside says when the roles did not come (for-operators)',
  'screens/admin/import-screen.tsx': 'its lists say how they stand (import-list); without the disciplines a book is imported without one',
  'screens/bookshelf/year-ago-card.tsx': 'a memory that comes when there is one',
  'screens/course-list/course-list-screen.tsx': 'a failure is thrown to the shell (courseListQuery)',
  'screens/user/my-orders-screen.tsx': 'the list of invoices says how it stands (invoice-list)',
};

/** Screens about one thing that is there or not (not found is the error), or about nothing that is asked for. */
const neverEmpty: Readonly<Record<string, string>> = {
  'screens/clients/mobile-screen.tsx': 'ways that need no build; the card says when there is none',
  'screens/clients/pc-screen.tsx': 'the same',
  'screens/course-learning/course-learning-screen.tsx': 'one book, which is there or not',
  'screens/helper/app-updater-screen.tsx': 'the version of this page is always there',
  'screens/helper/contact-screen.tsx': 'a form; the tickets of a newcomer are simply none',
  'screens/lesson-connect/dispatch-screen.tsx': 'passes on',
  'screens/not-found/not-found-screen.tsx': 'says that there is nothing',
  'screens/user/login-screen.tsx': 'a form',
};

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const sources = globSync('{screens,features}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/\.test\.|\.fixtures\./.test(file))
  .toSorted();

/** The file and all files of screens and features that it takes in, lazily or not. */
const partsOf = (entry: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, from = ''] of read(file).matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)) {
      const next = path.posix.join(path.posix.dirname(file), from);
      if (/^(?:screens|features)\//.test(next)) visit(next);
    }
  };
  visit(entry);
  return found;
};

const screens = [...read('app/routes.tsx').matchAll(/import\('\.\.\/(screens\/[^']+)'\)/g)].map(([, file = '']) => file);

describe('who asks the server', () => {
  const askers = sources.filter((file) => asks.test(read(file)));

  it.each(askers.filter((file) => !(file in shownElsewhere)))('%s says how it waits and how it fails', (file) => {
    const text = read(file);
    expect({ loading: tellsLoading.test(text), failure: tellsFailure.test(text) }).toEqual({ loading: true, failure: true });
  });

  it('is excused only where that is still true', () => {
    const needless = Object.keys(shownElsewhere).filter((file) => {
      if (!existsSync(path.join(root, file))) return true;
      const text = read(file);
      return !asks.test(text) || (tellsLoading.test(text) && tellsFailure.test(text));
    });
    expect(needless).toEqual([]);
  });
});

describe('a screen', () => {
  it('is found for every route', () => {
    expect(screens.length).toBeGreaterThan(40);
    expect(screens.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  const askingScreens = screens.filter((screen) =>
    [...partsOf(screen)].some((file) => asks.test(read(file)) || asksThroughShell.test(read(file))),
  );

  it.each(askingScreens.filter((screen) => !(screen in neverEmpty)))('%s says what it shows when there is nothing', (screen) => {
    const own = read(screen);
    // Its own parts, not what every screen has.
    const parts = [...partsOf(screen)].filter((file) => !file.startsWith('features/account/sign-in'));
    expect(tellsEmpty.test(own) || parts.some((file) => /<EmptyState|<RecordList/.test(read(file)))).toBe(true);
  });

  it('is excused only where that is still true', () => {
    expect(Object.keys(neverEmpty).filter((screen) => !askingScreens.includes(screen))).toEqual([]);
  });
});
