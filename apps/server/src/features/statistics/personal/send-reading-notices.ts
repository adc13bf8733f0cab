/**
 * Sends the notices about a person's own reading: a reminder of the goal, at most once a day, and a summary of the past week on Mondays.
 * Any number of processes may do so at once. The hours are those of China.
 */
import { addDays, chinaClock, DAY_MS, dayOf, mondayOf, startOfDay } from '../../../platform/china-time.ts';
import type { Transaction } from '../../../platform/database.ts';
import { notifyUser } from '../../notification/notifications.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';
import { lastCompleteWeek } from '../weeks.ts';
import { type DueReminder, takeDueReminders, takeDueSummaries, type WeekSummary } from './plan-store.ts';

/** Reminders are sent in the evening, from one hour to the other, and only to readers who have read within the past days. */
const REMIND_FROM_HOUR = 19;
const REMIND_TO_HOUR = 22;
const REMIND_ACTIVE_DAYS = 7;
/** Summaries are sent on Mondays from this hour on. */
const SUMMARIZE_FROM_HOUR = 8;
/** Readers of one transaction. */
const BATCH = 200;
const WEEK_DAYS = 7;

/** Any reading time counts as one minute at least, as on the page. */
const minutesOf = (seconds: number): number => (seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60)));

const reminderText = ({ goal, todaySeconds, weekDays }: DueReminder): string => {
  if (goal.kind === 'days') return `这周读了 ${weekDays} 天，今天读一会儿，就能读满 ${goal.amount} 天`;
  const minutes = minutesOf(todaySeconds);
  return minutes === 0
    ? `今天想读 ${goal.amount} 分钟吗？`
    : `今天读了 ${minutes} 分钟，再读 ${Math.max(1, goal.amount - minutes)} 分钟就到 ${goal.amount} 分钟`;
};

const summaryText = ({ seconds, chapters, books, notes }: WeekSummary): string => {
  const read = [`${minutesOf(seconds)} 分钟`, ...(chapters > 0 ? [`${chapters} 章`] : []), `${books} 本书`].join('、');
  return notes > 0 ? `读了 ${read}，写了 ${notes} 条笔记` : `读了 ${read}`;
};

type Batch = (tx: Transaction) => Promise<number>;

/** Runs a batch in transactions of its own until one is not full. Returns the number of notices. */
const sendAll = async ({ db }: Pick<StatisticsDependencies, 'db'>, batch: Batch, signal?: AbortSignal): Promise<number> => {
  for (let sent = 0; ; ) {
    signal?.throwIfAborted();
    const count = await db.transaction(batch);
    sent += count;
    if (count < BATCH) return sent;
  }
};

/** Returns the number of readers who were reminded. */
const remindReaders = (dependencies: StatisticsDependencies, signal?: AbortSignal): Promise<number> => {
  const now = dependencies.clock.now();
  const today = dayOf(now);
  const monday = mondayOf(today);
  const daysLeft = WEEK_DAYS - (startOfDay(today) - startOfDay(monday)) / DAY_MS;
  const reminding = { today, monday, daysLeft, activeSince: addDays(today, 1 - REMIND_ACTIVE_DAYS) };
  const batch: Batch = async (tx) => {
    const due = await takeDueReminders(tx, reminding, BATCH);
    for (const reminder of due) {
      // The id is the same every day, so that an unread reminder is replaced and there is never more than one.
      const subject = { id: 'goal', name: reminderText(reminder) };
      await notifyUser(tx, reminder.userId, { kind: 'readingReminder', subject }, now);
    }
    return due.length;
  };
  return sendAll(dependencies, batch, signal);
};

/** Returns the number of readers who received a summary. */
const summarizeWeek = (dependencies: StatisticsDependencies, signal?: AbortSignal): Promise<number> => {
  const now = dependencies.clock.now();
  const week = lastCompleteWeek(now);
  const span = { week, sunday: addDays(week, WEEK_DAYS - 1), from: startOfDay(week), until: startOfDay(addDays(week, WEEK_DAYS)) };
  const batch: Batch = async (tx) => {
    const due = await takeDueSummaries(tx, span, BATCH);
    for (const summary of due) {
      await notifyUser(tx, summary.userId, { kind: 'readingSummary', subject: { id: week, name: summaryText(summary) } }, now);
    }
    return due.length;
  };
  return sendAll(dependencies, batch, signal);
};

/** Sends the notices that are due. Returns their number. */
export const sendReadingNotices = async (dependencies: StatisticsDependencies, signal?: AbortSignal): Promise<number> => {
  const now = dependencies.clock.now();
  const hour = chinaClock(now).getUTCHours();
  const isMonday = mondayOf(dayOf(now)) === dayOf(now);
  const summaries = isMonday && hour >= SUMMARIZE_FROM_HOUR ? await summarizeWeek(dependencies, signal) : 0;
  const reminders = hour >= REMIND_FROM_HOUR && hour < REMIND_TO_HOUR ? await remindReaders(dependencies, signal) : 0;
  return summaries + reminders;
};
