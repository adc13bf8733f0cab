/** The files of an answer while it is written: take or choose, upload with progress, order, turn, remove. */
import {
  acceptedFiles,
  type HandedFile,
  type HandedFileKind,
  handedFileKindOf,
  readFileReference,
  type UserFile,
  writeFileReference,
} from '@shufang/contract';
import { Cluster, FileButton, ProgressLine, SortableList, Stack, Text, TextButton } from '@shufang/ui';
import { useEffect, useRef, useState } from 'react';
import type { FileSlot } from '../../../features/practice/question-form.tsx';
import { fileSize } from '../../../platform/messages/zh-cn/file-size.ts';
import { handedFileText as text } from '../../../platform/messages/zh-cn/handed-files.ts';
import type { ChosenFile } from '../../../platform/storage/attempt-database.ts';
import styles from './files.module.css';
import { HandedPicture } from './handed-picture.tsx';
import { useChosenFiles } from './use-chosen-files.ts';
import { useFileUrl } from './use-file-url.ts';

interface AnswerFilesProps extends FileSlot {
  readonly attemptId: string;
  readonly questionId: string;
  /** Files of answers that the server had when the attempt was opened. */
  readonly known: readonly HandedFile[];
}

const ACCEPT: Readonly<Record<HandedFileKind, string>> = {
  picture: 'image/jpeg,image/png,image/webp',
  pdf: 'application/pdf,.pdf',
  word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document,.docx',
};

const TURN = 90;
type Rotation = HandedFile['rotation'];

/** A file that the answer names. */
interface NamedFile {
  readonly value: string;
  readonly id: string;
  readonly rotation: Rotation;
  readonly file: Pick<UserFile, 'name' | 'mediaType' | 'sizeBytes'> & {
    readonly width?: number | undefined;
    readonly height?: number | undefined;
  };
  /** The bytes on this device. */
  readonly bytes: Blob | undefined;
}

/** Returns the size of a picture that is on the device, so that it can be turned before the server states it. */
const useSizeOf = (url: string | undefined, isKnown: boolean): { width?: number; height?: number } => {
  const [size, setSize] = useState<{ width?: number; height?: number }>({});
  useEffect(() => {
    if (url === undefined || isKnown) return undefined;
    const image = new Image();
    const handleLoad = (): void => setSize({ width: image.naturalWidth, height: image.naturalHeight });
    image.addEventListener('load', handleLoad);
    image.src = url;
    return () => image.removeEventListener('load', handleLoad);
  }, [url, isKnown]);
  return size;
};

const Thumbnail = ({ attemptId, named: { id, file, rotation, bytes } }: { attemptId: string; named: NamedFile }) => {
  const { url } = useFileUrl(attemptId, id, bytes);
  const measured = useSizeOf(url, file.width !== undefined);
  if (url === undefined) return <div className={styles.thumbnail} />;
  return (
    <div className={styles.thumbnail}>
      <HandedPicture file={{ width: 4, height: 3, ...measured, ...file, rotation }} src={url} />
    </div>
  );
};

const Pending = ({ row, sent, onRemove }: { row: ChosenFile; sent: number; onRemove: () => void }) => (
  <li className={styles.pending}>
    <Cluster gap={12} align="center" justify="between">
      <Text size={14} breakWords>
        {row.file.name}
        <Text size={13} tone="faint">
          　{fileSize(row.file.size)}
        </Text>
      </Text>
      <TextButton tone="accent" underline aria-label={text.removeOf(row.file.name)} onClick={onRemove}>
        {text.remove}
      </TextButton>
    </Cluster>
    {row.state === 'refused' ? (
      <Text as="p" role="alert" size={13} tone="accent">
        {text.refused(row.problem ?? '')}
      </Text>
    ) : (
      <>
        <ProgressLine value={sent} />
        <Text as="p" size={13} tone="soft">
          {text.sent(sent)}
        </Text>
      </>
    )}
  </li>
);

export const AnswerFiles = ({ attemptId, questionId, known, interaction, values, onChange }: AnswerFilesProps) => {
  const { kinds, filesMax } = acceptedFiles(interaction);
  const current = useRef(values);
  useEffect(() => {
    current.current = values;
  }, [values]);
  const change = (next: readonly string[]): void => {
    current.current = next;
    onChange([...next]);
  };
  const chosen = useChosenFiles({
    attemptId,
    questionId,
    onUploaded: ({ id }) => change([...current.current, writeFileReference({ id, rotation: 0 })]),
  });
  const [problem, setProblem] = useState<string>();
  const pending = chosen.rows.filter(({ state }) => state !== 'uploaded');
  const named = values.flatMap((value): NamedFile | [] => {
    const { id, rotation } = readFileReference(value);
    const row = chosen.rows.find(({ stored }) => stored?.id === id);
    const file = row?.stored ?? known.find((each) => each.id === id);
    return file === undefined ? [] : { value, id, rotation, file, bytes: row?.file };
  });
  const room = filesMax - values.length - pending.length;

  const handleFiles = (files: readonly File[]): void => {
    const accepted = files.filter(({ type }) => {
      const kind = handedFileKindOf(type);
      // A file whose type the browser does not know is decided by the server.
      return type === '' || (kind !== undefined && kinds.includes(kind));
    });
    const taken = accepted.slice(0, Math.max(0, room));
    const problems = [
      ...(accepted.length < files.length ? [text.wrongKind(files.length - accepted.length, kinds)] : []),
      ...(taken.length < accepted.length ? [text.tooMany(filesMax)] : []),
    ];
    setProblem(problems.length === 0 ? undefined : problems.join(' '));
    if (taken.length > 0) chosen.add(taken);
  };
  const handleTurn = ({ value, id, rotation }: NamedFile): void => {
    const turned = ((rotation + TURN) % 360) as Rotation;
    change(values.map((each) => (each === value ? writeFileReference({ id, rotation: turned }) : each)));
  };
  const handleRemove = ({ value, id }: NamedFile): void => {
    change(values.filter((each) => each !== value));
    const row = chosen.rows.find(({ stored }) => stored?.id === id);
    if (row !== undefined) chosen.remove(row.key);
  };
  return (
    <Stack gap={16}>
      {named.length === 0 ? null : (
        <SortableList
          label={text.list}
          rows={named}
          keyOf={({ id }) => id}
          labels={{
            handleOf: ({ file }) => text.move(file.name),
            hint: text.moveHint,
            movedTo: ({ file }, position, count) => text.moved(file.name, position, count),
          }}
          onOrder={(rows) => change(rows.map(({ value }) => value))}
        >
          {(row) => (
            <div className={styles.row}>
              {row.file.mediaType.startsWith('image/') ? (
                <Thumbnail attemptId={attemptId} named={row} />
              ) : (
                <div className={styles.document}>{text.extensionOf(row.file.name)}</div>
              )}
              <Stack gap={4}>
                <Text size={14} breakWords>
                  {row.file.name}
                </Text>
                <Text size={13} tone="faint">
                  {fileSize(row.file.sizeBytes)}
                </Text>
                <Cluster gap={16}>
                  {row.file.mediaType.startsWith('image/') ? (
                    <TextButton tone="accent" underline aria-label={text.turnOf(row.file.name)} onClick={() => handleTurn(row)}>
                      {text.turn}
                    </TextButton>
                  ) : null}
                  <TextButton tone="accent" underline aria-label={text.removeOf(row.file.name)} onClick={() => handleRemove(row)}>
                    {text.remove}
                  </TextButton>
                </Cluster>
              </Stack>
            </div>
          )}
        </SortableList>
      )}
      {pending.length === 0 ? null : (
        <Stack as="ul" gap={12} className={styles.files} aria-label={text.pendingList}>
          {pending.map((row) => (
            <Pending key={row.key} row={row} sent={chosen.progress.get(row.key) ?? 0} onRemove={() => chosen.remove(row.key)} />
          ))}
        </Stack>
      )}
      {room > 0 ? (
        <Cluster gap={12}>
          {kinds.includes('picture') ? (
            <FileButton label={text.take} accept="image/*" capture="environment" onFiles={handleFiles}>
              {text.take}
            </FileButton>
          ) : null}
          <FileButton label={text.choose} accept={kinds.map((kind) => ACCEPT[kind]).join(',')} multiple onFiles={handleFiles}>
            {text.choose}
          </FileButton>
        </Cluster>
      ) : null}
      <Text as="p" size={13} tone="soft" role="status">
        {text.state({
          ready: named.length,
          pending: pending.filter(({ state }) => state === 'waiting').length,
          filesMax,
          isWaiting: chosen.isWaiting,
        })}
      </Text>
      {chosen.isWaiting ? (
        <p>
          <TextButton tone="accent" underline onClick={chosen.retry}>
            {text.retry}
          </TextButton>
        </p>
      ) : null}
      {problem === undefined && !chosen.isFull ? null : (
        <Text as="p" role="alert" size={13} tone="accent">
          {chosen.isFull ? text.deviceFull : problem}
        </Text>
      )}
      <Text as="p" size={13} tone="faint">
        {text.hint(kinds)}
      </Text>
    </Stack>
  );
};
