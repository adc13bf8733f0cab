/** Returns what the desktop client needs to know about this server. */
import { SERVER_PRODUCT } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';

export const getServer: UseCase<'getServer', ReleaseDependencies> = ({ contentUrlFor }, { appOrigin }) =>
  Promise.resolve({ product: SERVER_PRODUCT, contentUrl: contentUrlFor(appOrigin) });
