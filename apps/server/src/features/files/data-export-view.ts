/** Converts a stored data export to the form that clients receive. */
import type { DataExport } from '@shufang/contract';
import type { StoredExport } from './data-export-store.ts';

/**
 * The time without an update after which an export counts as failed. A running export updates its row every few seconds; a row whose job
 * is missing from a restored backup is never updated.
 */
export const EXPORT_DEAD_AFTER_MS = 3_600_000;

export const viewExport = ({ touchedAt, ...found }: StoredExport, now: number): DataExport => {
  const isDead = (found.state === 'queued' || found.state === 'running') && touchedAt < now - EXPORT_DEAD_AFTER_MS;
  if (isDead) return { ...found, state: 'failed' };
  // The id of the file is left out of an expired export, because the file has been deleted.
  const isExpired = found.expiresAt !== null && found.expiresAt <= now;
  return isExpired ? { ...found, fileId: null } : found;
};
