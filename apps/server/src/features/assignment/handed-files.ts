/** The files that responses name: which exist, belong to the student, and are of an accepted kind. */
import {
  acceptedFiles,
  type HandedFile,
  handedFileKindOf,
  type QuestionResponse,
  type QuestionView,
  readFileReference,
  type StoredAnswer,
} from '@shufang/contract';
import type { Queryable, Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { findUploadedFiles } from '../files/proof-files.ts';
import type { StoredFile } from '../files/user-file.ts';
import type { StoredAttempt } from './attempt-store.ts';
import { listQuestions } from './store.ts';

/** A response with what decides about its files. */
export interface ResponseWithFiles {
  readonly userId: string;
  readonly view: QuestionView;
  readonly response: QuestionResponse;
}

const uploadsOf = ({ view, response }: ResponseWithFiles) =>
  Object.entries(view.interactions).flatMap(([id, interaction]) =>
    interaction.type === 'upload' ? [{ accepted: acceptedFiles(interaction), values: response[id] ?? [] }] : [],
  );

const viewFile = ({ id, name, mediaType, sizeBytes, pixels }: StoredFile, rotation: HandedFile['rotation']): HandedFile => ({
  id,
  name,
  mediaType,
  sizeBytes,
  ...pixels,
  rotation,
});

/** Returns the files of each response in their order. A file that was deleted, or that the question does not accept, is omitted. */
export const listHandedFiles = async (db: Queryable, responses: readonly ResponseWithFiles[], now: number): Promise<HandedFile[][]> => {
  const ids = responses.flatMap((each) => uploadsOf(each).flatMap(({ values }) => values.map((value) => readFileReference(value).id)));
  const files = new Map(ids.length === 0 ? [] : (await findUploadedFiles(db, ids, now)).map((file) => [file.id, file]));
  return responses.map((each) =>
    uploadsOf(each).flatMap(({ accepted, values }) =>
      values.slice(0, accepted.filesMax).flatMap((value) => {
        const { id, rotation } = readFileReference(value);
        const file = files.get(id);
        const kind = file === undefined ? undefined : handedFileKindOf(file.mediaType);
        const isAccepted = file?.ownerId === each.userId && kind !== undefined && accepted.kinds.includes(kind);
        return file !== undefined && isAccepted ? viewFile(file, rotation) : [];
      }),
    ),
  );
};

/** Returns the files that these answers of an attempt name. */
export const listFilesOfAnswers = async (
  db: Queryable,
  { userId, assignmentId }: Pick<StoredAttempt, 'userId' | 'assignmentId'>,
  answers: readonly Pick<StoredAnswer, 'questionId' | 'response'>[],
  now: number,
): Promise<HandedFile[]> => {
  const views = new Map((await listQuestions(db, assignmentId)).map(({ id, view }) => [id, view]));
  const responses = answers.flatMap(({ questionId, response }) => {
    const view = views.get(questionId);
    return view === undefined ? [] : [{ userId, view, response }];
  });
  return (await listHandedFiles(db, responses, now)).flat();
};

/**
 * Returns which of these files are in answers of the user that count, with the titles of the assignments. A file that the student has removed
 * from an answer is only in its history.
 */
export const listFilesInAnswers = async (
  db: Queryable,
  userId: string,
  fileIds: readonly string[],
): Promise<{ readonly fileId: string; readonly title: string }[]> => {
  const { rows } = await db.execute<Row<{ fileId: string; title: string }>>(sql`
    select distinct split_part(v.value #>> '{}', ':', 1) as "fileId", a.title
    from attempt t join assignment a on a.id = t.assignment_id
    cross join lateral (
      select distinct on (question_id) response from answer_event where attempt_id = t.id and not is_after_end
      order by question_id, seq desc, server_at, device_id collate "C") e
    cross join lateral jsonb_path_query(e.response, '$.*[*]') as v (value)
    where t.user_id = ${userId} and split_part(v.value #>> '{}', ':', 1) = any(${sql.param([...fileIds])}::text[])`);
  return rows;
};
