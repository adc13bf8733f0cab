/** Converts stored annotations for the API, without timestamps of fields, owner and server times. */
import type { Annotation } from '@shufang/contract';
import type { StoredAnnotation } from './stored-annotation.ts';

export const viewAnnotation = (stored: StoredAnnotation): Annotation => {
  const { userId: _owner, clocks: _clocks, bodySentHlc: _sent, deletionReceivedAt: _heard, deletedAt, otherBodies, ...mark } = stored;
  return {
    ...mark,
    ...(deletedAt === null ? {} : { deletedAt }),
    ...(otherBodies.length === 0 ? {} : { otherBodies: otherBodies.map(({ body, at, deviceId }) => ({ body, at, deviceId })) }),
  };
};
