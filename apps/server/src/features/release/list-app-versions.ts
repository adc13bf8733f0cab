/** Lists the newest builds of a channel and the history of earlier ones, for the download pages. */
import type { UseCase } from '../../platform/http/register.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { listNewestReleased, listReleased } from './store.ts';
import { viewBuild } from './view.ts';

/** Maximum number of versions on the download pages, of all platforms together. */
const HISTORY_SHOWN = 60;

export const listAppVersions: UseCase<'listAppVersions', ReleaseDependencies> = async ({ db }, _caller, { channel }) => {
  const newest = await listNewestReleased(db.orm, { channel, withTestBuilds: true });
  const isNewest = new Set(newest.map(({ id }) => id));
  const before = (await listReleased(db.orm, channel, HISTORY_SHOWN)).filter(({ id }) => !isNewest.has(id));
  return {
    newest: newest.map(viewBuild),
    history: before.map(({ versionCode, platform, arch, releasedAt, descriptionHtml }) => ({
      versionCode,
      platform,
      arch,
      releasedAt,
      description: descriptionHtml,
    })),
  };
};
