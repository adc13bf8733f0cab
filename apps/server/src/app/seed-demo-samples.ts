/** The samples of the demo: the first demo teacher reads a digital one, and waits for a printed one to be sent. */
import path from 'node:path';
import { newId, type SampleForm } from '@shufang/contract';
import { DEMO_TEACHERS, findUserNameByTel } from '../features/account/create-users.ts';
import { findBookOfFile } from '../features/publication/import/import-file.ts';
import { decideSamplesAs } from '../features/sample/decide-samples.ts';
import { insertSample, listSamplesOf } from '../features/sample/store.ts';
import { libraryFolder } from './demo-items.ts';
import type { Platform } from './open-platform.ts';
import { demoTermOf } from './seed-demo-class.ts';

const DAY_MS = 86_400_000;
const SHIPPING = {
  receiver: '谢知微',
  phone: DEMO_TEACHERS[0].tel,
  province: '浙江',
  city: '杭州',
  address: '墨池演示大学信息学院 302 室',
};

const SAMPLES: readonly {
  readonly file: string;
  readonly form: SampleForm;
  readonly course: string;
  readonly students: number;
  readonly plan: string;
  readonly isApproved: boolean;
}[] = [
  {
    file: 'gu-wen-duben.epub',
    form: 'digital',
    course: '大学语文',
    students: 60,
    plan: '下学期的选修课想用这本书，先看篇目和注释。',
    isApproved: true,
  },
  {
    file: 'tu-hua-ce.epub',
    form: 'print',
    course: '传统文化选读',
    students: 45,
    plan: '课上要传看插图，想先看纸书的印刷。',
    isApproved: false,
  },
];

/** Stores the samples; does nothing if the first demo teacher has ever asked for one. */
export const seedDemoSamples = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform;
  const teacher = await findUserNameByTel(db.orm, DEMO_TEACHERS[0].tel);
  if (teacher === undefined || (await listSamplesOf(db.orm, teacher.id, undefined, 1)).length > 0) return;
  for (const { file, isApproved, form, ...fields } of SAMPLES) {
    const bookId = await findBookOfFile(platform, path.join(libraryFolder, file));
    if (bookId === undefined) continue;
    const createdAt = clock.now() - DAY_MS;
    const id = newId(createdAt);
    const shipping = form === 'print' ? SHIPPING : null;
    await db.transaction((tx) =>
      insertSample(tx, { id, userId: teacher.id, bookId, form, ...fields, term: demoTermOf(createdAt), shipping, createdAt }),
    );
    if (isApproved)
      await decideSamplesAs(platform, 'commandLine', undefined, { ids: [id], decision: 'approve', reply: '欢迎选用，有意见请告诉我们。' });
  }
};
