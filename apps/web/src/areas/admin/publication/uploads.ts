/** Uploads files one after another. Uploads continue while the operator views other screens. */
import { createImport, type ImportJob, type InputOf } from '@shufang/contract';
import { create } from 'zustand';
import { upload } from '../../../platform/api/upload.ts';
import { networkText } from '../../../platform/messages/zh-cn/network.ts';

export type ImportFields = InputOf<typeof createImport>;

export interface FileUpload {
  readonly key: number;
  readonly file: File;
  readonly fields: ImportFields;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Share of the file that has been sent, 0 to 1. */
  readonly sent: number;
  /** Message that tells the user why the upload failed; empty if it has not failed. */
  readonly reason: string;
}

type OnCreated = (job: ImportJob) => void;

export const useUploads = create<{ readonly uploads: readonly FileUpload[] }>(() => ({ uploads: [] }));

const leaving = new Map<number, AbortController>();
let nextKey = 1;
let isSending = false;

const list = (): readonly FileUpload[] => useUploads.getState().uploads;
const change = (key: number, part: Partial<FileUpload>): void =>
  useUploads.setState({ uploads: list().map((entry) => (entry.key === key ? { ...entry, ...part } : entry)) });
const remove = (key: number): void => useUploads.setState({ uploads: list().filter((entry) => entry.key !== key) });

const sendOne = async ({ key, fields, file }: FileUpload, onCreated: OnCreated): Promise<void> => {
  const controller = new AbortController();
  leaving.set(key, controller);
  change(key, { state: 'sending', sent: 0, reason: '' });
  try {
    const job = await upload(createImport, fields, file, {
      signal: controller.signal,
      onProgress: (sent) => change(key, { sent }),
    });
    remove(key);
    onCreated(job);
  } catch (error) {
    if (controller.signal.aborted) remove(key);
    else change(key, { state: 'failed', reason: (error instanceof Error && error.message) || networkText.failed });
  } finally {
    leaving.delete(key);
  }
};

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

const sendWaiting = async (onCreated: OnCreated): Promise<void> => {
  if (isSending) return;
  isSending = true;
  addEventListener('beforeunload', warnBeforeLeaving);
  try {
    for (let next = list().find(({ state }) => state === 'waiting'); next; next = list().find(({ state }) => state === 'waiting')) {
      await sendOne(next, onCreated);
    }
  } finally {
    isSending = false;
    removeEventListener('beforeunload', warnBeforeLeaving);
  }
};

export const startUploads = (files: readonly File[], fields: ImportFields, onCreated: OnCreated): void => {
  const added = files.map((file): FileUpload => ({ key: nextKey++, file, fields, state: 'waiting', sent: 0, reason: '' }));
  useUploads.setState({ uploads: [...list(), ...added] });
  void sendWaiting(onCreated);
};

export const repeatUpload = (key: number, onCreated: OnCreated): void => {
  change(key, { state: 'waiting', sent: 0, reason: '' });
  void sendWaiting(onCreated);
};

/** Cancels a running upload, or removes from the list an upload that is waiting or has failed. */
export const dropUpload = (key: number): void => {
  const controller = leaving.get(key);
  if (controller) controller.abort();
  else remove(key);
};
