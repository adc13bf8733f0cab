/** A stored annotation: the annotation of the contract with the timestamps for merging. */
import { type Annotation, annotation, type Hlc } from '@shufang/contract';
import { z } from 'zod';

/** A text that lost against the text of another device, or was replaced by a device that had not seen it. */
export interface OtherBody {
  readonly body: string;
  /** Time at which the text was written, UTC ms. */
  readonly at: number;
  readonly deviceId: string;
  readonly hlc: Hlc;
  /** Timestamp as the device sent it; the device names it as the base of its next edit. */
  readonly sentHlc: Hlc;
}

export interface StoredAnnotation extends Omit<Annotation, 'deletedAt' | 'otherBodies'> {
  readonly userId: string;
  readonly deletedAt: number | null;
  /** Time at which the server received the deletion, UTC ms; null if the annotation is not deleted, or its texts are removed already. */
  readonly deletionReceivedAt: number | null;
  /** Timestamp of the last change of each field, by field name. */
  readonly clocks: Readonly<Record<string, Hlc>>;
  readonly bodySentHlc: Hlc | null;
  readonly otherBodies: readonly OtherBody[];
}

/** Fields of an annotation in a sync operation. Unknown names are rejected, because ignoring them would lose data of a newer client. */
export const annotationFields = z
  .strictObject({
    ...annotation.omit({ id: true, createdAt: true, updatedAt: true, deletedAt: true, otherBodies: true }).shape,
    createdAt: z.number().int().min(0),
    deletedAt: z.number().int().min(0).nullable(),
    dismissedBodies: z.array(z.object({ at: z.number().int(), deviceId: z.string().max(32) })).max(100),
  })
  .partial();
export type AnnotationFields = z.output<typeof annotationFields>;
