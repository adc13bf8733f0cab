// The test runs of `npm test`: every project of `vitest.config.ts` is in one of them.
import { vitestStep } from './steps.mjs';

/** Returns the groups of steps for `runSteps`. `isFull`: load and fuzz tests with all their calls instead of a tenth. */
export const testGroups = ({ hasExternalPostgres, hasStrictS3, isFull = false }) => {
  const load = isFull ? { FULL_LOAD: '1' } : {};
  return [
    // The tests on the external PostgreSQL wait for the disk for about half of their time; the unit tests use the processor in the
    // meantime.
    [
      vitestStep('单元测试', ['unit', 'web'], {
        budgetSeconds: 270,
        environment: { ...load, ...(hasStrictS3 ? { TEST_S3_STRICT: '1' } : {}) },
      }),
      ...(hasExternalPostgres
        ? [
            vitestStep('数据库测试（外部 PostgreSQL）', ['external'], {
              budgetSeconds: 270,
              environment: { ...load, TEST_DATABASE: 'external' },
            }),
          ]
        : []),
    ],
    // The database and process tests wait for a fifth of their time; the browser tests, one file at a time, use the processor in the meantime.
    [
      vitestStep('数据库与进程测试（内置 PostgreSQL）', ['database', 'process'], {
        budgetSeconds: 500,
        environment: { ...load, TEST_DATABASE: 'embedded' },
      }),
      vitestStep('浏览器测试', ['browser'], { budgetSeconds: 200 }),
    ],
    // The tests of the desktop client often wait; the corpus tests use the processor in the meantime.
    [
      vitestStep('真实图书与恶意文件', ['corpus'], { budgetSeconds: 250 }),
      vitestStep('桌面客户端（真实的 Electron）', ['desktop'], { budgetSeconds: 250 }),
    ],
    [vitestStep('端到端', ['e2e'], { budgetSeconds: 900 })],
  ];
};
