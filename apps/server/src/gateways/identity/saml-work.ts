/** The requests to the isolated process that implements SAML (`saml.task.ts`). */
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { createIsolatedTask } from '../../platform/isolation/isolated-task.ts';
import { DOCUMENT_MEMORY_BYTES, DOCUMENT_TIMEOUT_MS, DOCUMENTS_WAITING } from '../../platform/isolation/task-limits.ts';
import type { InstitutionProfile, MetadataSettings } from './identity-gateway.ts';

export interface CarsiPlatform {
  readonly entityId: string;
  /** URL to which identity providers post their responses. */
  readonly responseUrl: string;
  /** The platform's private key, PEM. It signs requests and decrypts encrypted responses. */
  readonly privateKey: string;
  readonly certificate: string;
  readonly name: string;
}

export type SamlWork = {
  readonly platform: CarsiPlatform;
  readonly settings: MetadataSettings;
  readonly requestId: string;
} & (
  | { readonly kind: 'request'; readonly state: string }
  | { readonly kind: 'response' /** The SAML response in base64. */; readonly response: string }
);

const task = {
  module: path.join(import.meta.dirname, 'saml.task.ts'),
  memoryBytes: DOCUMENT_MEMORY_BYTES,
  timeoutMs: DOCUMENT_TIMEOUT_MS,
  waiting: DOCUMENTS_WAITING,
  refusal: () => new CodedError('institution.signInFailed'),
};

/**
 * Processes that create sign-in requests. They are separate from those that read responses, so that a response that uses its whole time
 * limit does not block users who begin to sign in.
 */
export const samlRequests = createIsolatedTask<Extract<SamlWork, { kind: 'request' }>, string>(task);
export const samlResponses = createIsolatedTask<Extract<SamlWork, { kind: 'response' }>, InstitutionProfile>({ ...task, processes: 2 });
