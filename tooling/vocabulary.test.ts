import { describe, expect, it } from 'vitest';
import {
  findRetired,
  findRetiredInDocument,
  findRetiredInMigration,
  findRetiredInStyles,
  retiredInMessage,
  retiredInName,
  retiredInProse,
  wordsOf,
} from './vocabulary/find-retired.mjs';
import { retiredTerms } from './vocabulary/retired-terms.mjs';

describe('the list of retired terms', () => {
  it.each(retiredTerms)('reports $fails and lets $passes pass ($term)', (each) => {
    expect(retiredInName(each.fails)).toContain(each);
    expect(retiredInName(each.passes)).not.toContain(each);
  });

  it('reports a docstring that begins with "Answers" and lets the noun pass', () => {
    expect(retiredInProse('Answers the order. Throws nothing.').map(({ term }) => term)).toEqual(['answer']);
    expect(retiredInProse('Returns the answer of the platform.')).toEqual([]);
  });

  it('reports British spelling in prose', () => {
    expect(retiredInProse('The catalogue has a neighbour.').map(({ term }) => term)).toEqual(['British spelling']);
  });
});

describe('a commit message', () => {
  it('is reported for a retired term, unless it states what it renames', () => {
    expect(retiredInMessage('orders: the buyer is told at once').map(({ term }) => term)).toEqual(['tell, told']);
    expect(retiredInMessage('Rename told to notified')).toEqual([]);
  });
});

describe('finding retired terms in a file', () => {
  it('splits names of any notation into words', () => {
    expect(['keptBooks', 'kept-books', 'KEPT_BOOKS', 'readHTMLPage'].map(wordsOf)).toEqual([
      'kept books',
      'kept books',
      'kept books',
      'read html page',
    ]);
  });

  it('reports the line of a declared name, a parameter, a member, a comment and a test title, and the file itself', () => {
    const text = [
      'const keptBooks = 1;',
      'const call = ({ wish: { asker } }: Query, verbs = []) => asker;',
      'interface Order { standing: string }',
      '/** Is told by the server. */',
      "it('counts the faults', () => {});",
    ].join('\n');
    expect(findRetired('apps/server/src/app/first-screen.ts', text).map(({ line }) => line)).toEqual([0, 1, 2, 2, 3, 4, 5]);
  });

  it('ignores uses of names that other code declares', () => {
    expect(findRetired('a.ts', "import { kept } from 'library';\nkept.wish({ kept, [standing]: 1, 'a/walk': 2 });")).toEqual([]);
  });

  it('reports keys of object literals', () => {
    expect(findRetired('a.ts', "const a = {\n  standing: 1,\n  'kept-books': 2,\n};").map(({ line }) => line)).toEqual([2, 3]);
  });

  it('reports messages of errors and of the log, but no other strings', () => {
    const text = [
      "throw new Error('the fault was found');",
      'throw new TableError(`a ${kind} walk`);',
      "deps.log.warn({ id }, 'the buyer was told');",
      "show('the fault was found');",
    ].join('\n');
    expect(findRetired('a.ts', text).map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it('reports names of test cases and reasons by path in tests', () => {
    const text = [
      "it.each([['of another walk', 1], ['walk', 2]])('is %s', () => {});",
      "const reasons = { 'app/a.tsx': 'the lines are kept', short: 'the lines are kept' };",
    ].join('\n');
    expect(findRetired('a.test.ts', text).map(({ line }) => line)).toEqual([1, 2]);
    expect(findRetired('a.ts', text).map(({ line }) => line)).toEqual([1]);
  });

  it('reports folders that have the name of a retired slice', () => {
    expect(findRetired('apps/server/src/features/commerce/a.ts', '')).toHaveLength(1);
    expect(findRetired('apps/server/src/features/license/a.ts', '')).toEqual([]);
  });

  it('reports each class name of a CSS module once', () => {
    const text = '/* .walk */\n.words,\n.words:hover { background: url(a.fault); }\n.text .told { width: 0.5px; }';
    expect(findRetiredInStyles('a.module.css', text).map(({ line }) => line)).toEqual([2, 4]);
  });

  it('reports names of tables, columns and indexes of a migration, but no comments and strings', () => {
    const text =
      "-- every walk\ncreate table sign_in_walk (\n  id text, standing text default 'kept'\n);\ncreate index walk_end on sign_in_walk (id);";
    expect(findRetiredInMigration('apps/server/migrations/0001-a.sql', text).map(({ line }) => line)).toEqual([2, 3, 5]);
  });
});

describe('finding retired terms in a document', () => {
  it('checks prose, but neither code nor link targets', () => {
    const text = ['The user is told.', 'The table `kept_book`, [the plan](desk/plan.md).', '| a | the catalogue |'].join('\n');
    expect(findRetiredInDocument('docs/one.md', text)).toEqual([
      { line: 1, text: expect.stringMatching(/^told: .*notification/) as string },
      { line: 3, text: expect.stringMatching(/^catalogue: .*American spelling/) as string },
    ]);
  });
});
