/** Registers the operations of user files, and the paths that respond with the bytes of a file instead of JSON. */
import type { FastifyInstance } from 'fastify';
import { register, registerFiles } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { DownloadLinkDependencies } from './create-download-link.ts';
import { deleteFile } from './delete-file.ts';
import { downloadFile } from './download-file.ts';
import { exportMyData } from './export-my-data.ts';
import type { FileDependencies, ListFilesDependencies } from './file-dependencies.ts';
import { getDataExport } from './get-data-export.ts';
import { registerPictures } from './get-picture.ts';
import { listFiles } from './list-files.ts';
import { registerDownloads, type ServeFileDependencies } from './serve-download.ts';
import { registerDownloadLink, registerUploads } from './upload-routes.ts';

export type FileRouteDependencies = FileDependencies & DownloadLinkDependencies & ServeFileDependencies & ListFilesDependencies;

export const registerFileRoutes = (router: Router, fastify: FastifyInstance, dependencies: FileRouteDependencies): void => {
  registerUploads(router, dependencies);
  registerDownloadLink(router, dependencies);
  register(router, dependencies, { listFiles, deleteFile, exportMyData, getDataExport });
  registerFiles(router, dependencies, { downloadFile });
  registerPictures(fastify, dependencies);
  registerDownloads(fastify, dependencies);
};
