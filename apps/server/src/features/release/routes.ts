/** Registers the operations of the update check and of released versions, and their files. */
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/register.ts';
import { registerUploads } from '../../platform/http/register-uploads.ts';
import type { Router } from '../../platform/http/router.ts';
import { createUploadToken } from './create-upload-token.ts';
import { getAppVersionNotes } from './get-app-version-notes.ts';
import { getLastAppAsar } from './get-last-app-asar.ts';
import { getLastInstallPackage } from './get-last-install-package.ts';
import { getLastVersion } from './get-last-version.ts';
import { registerReleaseFiles } from './get-release-file.ts';
import { getServer } from './get-server.ts';
import { increaseDownloadCount } from './increase-download-count.ts';
import { listAppVersions } from './list-app-versions.ts';
import { listVersionRecords } from './list-version-records.ts';
import { publishReleaseUpload } from './publish-release-upload.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { startReleaseUpload } from './start-release-upload.ts';
import { uploadReleasePart } from './upload-release-part.ts';
import { withdrawAppVersion } from './withdraw-app-version.ts';

export const registerReleaseRoutes = (router: Router, fastify: FastifyInstance, dependencies: ReleaseDependencies): void => {
  register(router, dependencies, {
    getLastVersion,
    listAppVersions,
    increaseDownloadCount,
    listVersionRecords,
    withdrawAppVersion,
    getAppVersionNotes,
    createUploadToken,
    startReleaseUpload,
    publishReleaseUpload,
    getLastInstallPackage,
    getLastAppAsar,
    getServer,
  });
  registerUploads(router, dependencies, { uploadReleasePart });
  registerReleaseFiles(fastify, { ...dependencies, db: dependencies.db.orm });
};
