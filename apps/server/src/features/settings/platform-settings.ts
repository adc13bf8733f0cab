/**
 * The platform settings in force: those an administrator saved, or else those of the environment. They are read from the database each
 * time, so that all processes use the same.
 */
import { type PlatformSettings, platformSettings } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { changeBetween, type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { environmentSettings } from './environment-settings.ts';
import { deleteSettings, findSavedSettings, lockSettings, putSettings } from './settings-store.ts';

export interface SettingsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** The values of the `OPERATOR_…` environment variables. */
  readonly environment: PlatformSettings;
}

export const createSettingsDependencies = ({
  db,
  clock,
  config,
}: Pick<SettingsDependencies, 'db' | 'clock'> & {
  readonly config: Pick<Config, 'mode' | 'operator' | 'reviewDays'>;
}): SettingsDependencies => ({ db, clock, environment: environmentSettings(config) });

interface SettingsInForce {
  readonly settings: PlatformSettings;
  readonly source: 'environment' | 'saved';
  readonly savedAt?: number;
}

const settingsOn = async (db: Queryable, environment: PlatformSettings): Promise<SettingsInForce> => {
  const saved = await findSavedSettings(db);
  if (saved === undefined) return { settings: environment, source: 'environment' };
  return { settings: platformSettings.parse(saved.settings), source: 'saved', savedAt: saved.savedAt };
};

/** Returns the settings in force now. */
export const getSettingsInForce = ({ db, environment }: Omit<SettingsDependencies, 'clock'>): Promise<SettingsInForce> =>
  settingsOn(db.orm, environment);

/** Saves the settings with an audit event; `undefined` deletes the saved ones. Writes nothing if nothing changes. */
export const saveSettingsAs = async (
  { db, clock, environment }: SettingsDependencies,
  operator: Operator,
  settings: PlatformSettings | undefined,
): Promise<SettingsInForce> => {
  const nowMs = clock.now();
  await db.transaction(async (tx) => {
    await lockSettings(tx);
    const before = await settingsOn(tx, environment);
    const change = changeBetween({ ...before.settings }, { ...(settings ?? environment) });
    const isSame = Object.keys(change.after).length === 0;
    if (isSame && (settings === undefined) === (before.source === 'environment')) return;
    await (settings === undefined ? deleteSettings(tx) : putSettings(tx, settings, nowMs));
    await recordAuditEvent(tx, operator, { action: 'settings.save', target: { kind: 'settings', id: 'platform' }, ...change }, nowMs);
  });
  return getSettingsInForce({ db, environment });
};
