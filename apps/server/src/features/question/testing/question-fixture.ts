/** A server with classes, question banks and questions, for the tests of one file. */
import type { Envelope } from '@shufang/contract';
import { granted } from '../../../testing/file-fixture.ts';
import { type QuestionObjects, questionObjects } from '../../../testing/question-objects.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

export interface QuestionFixture extends ClassFixture, QuestionObjects {
  /** Creates an institution that lists the teachers, and returns its id. */
  readonly aSchoolOf: (...teachers: readonly TestUser[]) => Promise<string>;
}

export const openQuestionFixture = async (): Promise<QuestionFixture> => {
  const fixture = await openClassFixture();
  const { pool } = fixture.shop.platform.db;
  let schools = 0;
  return {
    ...fixture,
    ...questionObjects({
      post: async <T>(path: string, as: TestUser | undefined, body: object): Promise<T> =>
        granted((await fixture.shop.call(path, { ...(as === undefined ? {} : { as }), body })) as Envelope<T>),
    }),
    aSchoolOf: async (...teachers) => {
      schools += 1;
      const schoolId = `0${String(schools).padStart(25, '6')}`;
      await pool.query(`insert into institution (id, name, created_at) values ($1, $2, 0)`, [schoolId, `江南大学${schools}`]);
      for (const teacher of teachers)
        await pool.query(
          `insert into institution_member (id, institution_id, phone, name, kind, created_at) values ($1, $2, $3, '谢知微', 'teacher', 0)`,
          [`m${schools}${teacher.id}`, schoolId, teacher.tel],
        );
      return schoolId;
    },
  };
};
