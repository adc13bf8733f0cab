/** Personal data of the reading slice: progress, reading time, answers to practice questions and preferences. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteSeenVersionsOf, listSeenVersions } from './changes/seen-version.ts';
import { deleteInteractiveStatesOf, listInteractiveStates } from './interactive-state-store.ts';
import { deleteLeasesOf, listLeasesOf } from './leases/lease-store.ts';
import { deletePracticeAnswersOf, listPracticeAnswers } from './practice-answer-store.ts';
import { deletePreferencesOf, findStoredPreferences } from './preferences-store.ts';
import { deleteProgressOf, listProgressNewestFirst, listReadRanges } from './progress-store.ts';
import { deleteReadingDaysOf, readReadingDays } from './reading-day-store.ts';
import { deleteTrialsOf, listTrialsOf } from './trial-opening-store.ts';

/** Maximum number of exported books: more than any user opens. */
const BOOKS_MAX = 1_000_000;

export const readingData: PersonalDataHolder = {
  slice: 'reading',
  exportOf: async (db, userId) => [
    exportedJson('reading-progress.json', '阅读进度：每本书读到的位置', await listProgressNewestFirst(db, userId, BOOKS_MAX)),
    exportedJson('reading-seen-versions.json', '看过更新内容的版本：每本书看到哪一版', await listSeenVersions(db, userId)),
    exportedJson('reading-passed.json', '读过的部分：每本书里按阅读速度经过的段落，以全书的万分之一计', await listReadRanges(db, userId)),
    exportedJson('reading-time.json', '阅读时长：每天在每本书里读了多少秒', await readReadingDays(db, userId)),
    exportedJson('practice-answers.json', '书中练习的答案：每道题最近一次的作答', await listPracticeAnswers(db, userId)),
    exportedJson('interactive-states.json', '互动内容：同意运行的版本，和互动内容为您保存的数据', await listInteractiveStates(db, userId)),
    exportedJson('reading-preferences.json', '阅读设置：字号、版式、主题等', (await findStoredPreferences(db, userId)) ?? null),
    exportedJson('reading-trials.json', '试读：第一次试读每本书的时间', await listTrialsOf(db, userId)),
    exportedJson('reading-offline.json', '离线保存：哪台设备保存了哪本书', await listLeasesOf(db, userId, 0)),
  ],
  async eraseOf(tx, userId) {
    await deleteProgressOf(tx, userId);
    await deleteSeenVersionsOf(tx, userId);
    await deleteReadingDaysOf(tx, userId);
    await deletePracticeAnswersOf(tx, userId);
    await deleteInteractiveStatesOf(tx, userId);
    await deletePreferencesOf(tx, userId);
    await deleteLeasesOf(tx, userId);
    await deleteTrialsOf(tx, userId);
  },
};
