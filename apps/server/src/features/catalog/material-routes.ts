/** Files that go with a book, on the wire. The download is made by hand: it answers with bytes. */
import {
  addBookMaterial as addOperation,
  downloadBookMaterial as downloadOperation,
  listBookMaterials as listOperation,
  removeBookMaterial as removeOperation,
  saveBookMaterial as saveOperation,
} from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import {
  addBookMaterial,
  listBookMaterials,
  type MaterialDependencies,
  openBookMaterial,
  removeBookMaterial,
  saveBookMaterial,
} from './book-materials.ts';
import type { StoredMaterial } from './material-store.ts';

export interface MaterialRouteDependencies extends MaterialDependencies {
  /** Answers the bytes as an attachment. Throws `file.notFound`. */
  readonly send: (request: FastifyRequest, reply: FastifyReply, material: StoredMaterial) => Promise<unknown>;
}

export const registerMaterialRoutes = (router: Router, deps: MaterialRouteDependencies): void => {
  router.handleAnyone(listOperation, ({ bookId }, context) => listBookMaterials(deps, context, bookId));
  router.handle(addOperation, async (input, context) => ({
    payload: await addBookMaterial(deps, operatorOf(context), input),
    say: '已添加',
  }));
  router.handle(saveOperation, async (input, context) => ({
    payload: await saveBookMaterial(deps, operatorOf(context), input),
    say: '已保存',
  }));
  router.handle(removeOperation, async (input, context) => ({
    payload: await removeBookMaterial(deps, operatorOf(context), input),
    say: '已删除',
  }));
  router.handleFile(downloadOperation, async ({ id }, context, { request, reply }) =>
    deps.send(request, reply, await openBookMaterial(deps, context, id)),
  );
};
