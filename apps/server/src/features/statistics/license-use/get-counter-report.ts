/** Returns the COUNTER report of an institution. */
import { type CounterItem, type CounterReport, counterMetric, LIMITS } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { findBooks } from '../../catalog/find-books.ts';
import { requireInstitutionName } from '../../institution/institution-names.ts';
import { addMonths, lastDayOfMonth, monthOf } from '../../license/months.ts';
import { publishedParts, publishedUsers } from '../privacy.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';
import { USE_MONTHS } from './get-license-use.ts';
import { type BookUse, countBookUse, countReadersOf, type UseScope } from './license-use-store.ts';

const PLATFORM = '书房';
/** COUNTER, appendix D. */
const PARTIAL_DATA = { Code: 3040, Message: 'Partial Data Returned' } as const;
const NO_USAGE = { Code: 3030, Message: 'No Usage Available for Requested Dates' } as const;
/** COUNTER: the year of a book that has none. */
const UNKNOWN_YEAR = '0001';
const OTHER_BOOKS = { id: 'other', title: `不足 ${LIMITS.usersShownMin} 人的其他图书` } as const;

type Performance = CounterItem['Attribute_Performance'][number]['Performance'];

const add = (performance: Performance, { month, titleRequests, itemRequests }: BookUse): void => {
  const { Total_Item_Requests: items, Unique_Title_Requests: titles } = performance;
  items[month] = (items[month] ?? 0) + itemRequests;
  titles[month] = (titles[month] ?? 0) + titleRequests;
};

const empty = (): Performance => ({ Total_Item_Requests: {}, Unique_Title_Requests: {} });

/** Divides the use among the books that may be named, and other books. `isPartial`: whether some use had to be left out. */
const divide = async (
  db: Queryable,
  scope: UseScope,
): Promise<{ readonly byBook: Map<string, Performance>; readonly others: Performance; readonly isPartial: boolean }> => {
  const byBook = new Map<string, Performance>();
  const others = empty();
  let isPartial = false;
  for (const [month, uses] of Map.groupBy(await countBookUse(db, scope), (use) => use.month)) {
    const shown = publishedParts(new Map(uses.map(({ bookId, readers }) => [bookId, readers])));
    const hidden = uses.filter(({ bookId }) => !shown.has(bookId));
    for (const use of uses.filter(({ bookId }) => shown.has(bookId))) {
      const performance = byBook.get(use.bookId) ?? empty();
      add(performance, use);
      byBook.set(use.bookId, performance);
    }
    if (hidden.length === 0) continue;
    const ids = hidden.map(({ bookId }) => bookId);
    const readers = await countReadersOf(db, scope.institutionId, month, ids);
    isPartial = true;
    if (publishedUsers(readers) !== undefined) for (const use of hidden) add(others, use);
  }
  return { byBook, others, isPartial };
};

/** Throws `institution.notFound`. */
export const getCounterReport: UseCase<'getCounterReport', StatisticsDependencies> = async (
  { db, clock },
  _caller,
  { institutionId, ...period },
) => {
  const { orm } = db;
  const now = clock.now();
  const name = await requireInstitutionName(orm, institutionId);
  const last = addMonths(monthOf(now), -1);
  const to = period.to === undefined || period.to > last ? last : period.to;
  const earliest = addMonths(to, 1 - 3 * USE_MONTHS);
  const from = period.from === undefined || period.from > to ? addMonths(to, 1 - USE_MONTHS) : period.from;
  const scope = { institutionId, from: from < earliest ? earliest : from, to };
  const { byBook, others, isPartial } = await divide(orm, scope);
  const books = new Map((await findBooks(orm, [...byBook.keys()])).map((book) => [book.id, book]));
  const itemOf = (id: string, Performance: Performance): CounterItem => {
    const book = books.get(id);
    return {
      Title: book?.title ?? (id === OTHER_BOOKS.id ? OTHER_BOOKS.title : id),
      Item_ID: { Proprietary: `shufang:${id}`, ...(book?.isbn === undefined ? {} : { ISBN: book.isbn }) },
      Platform: PLATFORM,
      Publisher: book?.publisher ?? '',
      Attribute_Performance: [{ Data_Type: 'Book', YOP: String(book?.publishedYear ?? UNKNOWN_YEAR).padStart(4, '0'), Performance }],
    };
  };
  const hasOthers = Object.keys(others.Total_Item_Requests).length > 0;
  const items = [...byBook].map(([id, performance]) => itemOf(id, performance)).toSorted((a, b) => a.Title.localeCompare(b.Title, 'zh-CN'));
  const exceptions: CounterReport['Report_Header']['Exceptions'] = [
    ...(isPartial ? [{ ...PARTIAL_DATA, Data: `每月读者不足 ${LIMITS.usersShownMin} 人的图书合并或不列出` }] : []),
    ...(!isPartial && items.length === 0 ? [{ ...NO_USAGE, Data: `${scope.from}/${scope.to}` }] : []),
  ];
  return {
    last,
    report: {
      Report_Header: {
        Report_Name: 'Book Requests (Controlled)',
        Report_ID: 'TR_B1',
        Release: '5.1',
        Institution_Name: name,
        Institution_ID: { Proprietary: [`shufang:${institutionId}`] },
        Report_Filters: {
          Data_Type: ['Book'],
          Access_Type: ['Controlled'],
          Access_Method: ['Regular'],
          Metric_Type: [...counterMetric.options],
          Begin_Date: `${scope.from}-01`,
          End_Date: lastDayOfMonth(scope.to),
        },
        Exceptions: exceptions,
        Created: new Date(now).toISOString().replace(/\.\d{3}Z$/, 'Z'),
        Created_By: PLATFORM,
        Registry_Record: '',
      },
      Report_Items: hasOthers ? [...items, itemOf(OTHER_BOOKS.id, others)] : items,
    },
  };
};
