/** A mark as it is kept: the contract's annotation with the clocks that decide between devices. */
import { type Annotation, annotation, type Hlc } from '@shufang/contract';
import { z } from 'zod';

/** A text that lost against another device's, or that another device's replaced without having seen it. */
export interface OtherBody {
  readonly body: string;
  /** When it was written, UTC ms. */
  readonly at: number;
  readonly deviceId: string;
  readonly hlc: Hlc;
  /** As its device stamped it, which is what that device names as the base of its next edit. */
  readonly sentHlc: Hlc;
}

export interface StoredAnnotation extends Omit<Annotation, 'deletedAt' | 'otherBodies'> {
  readonly userId: string;
  readonly deletedAt: number | null;
  /** When the server heard of the deletion; null when alive or already emptied. */
  readonly deletionReceivedAt: number | null;
  /** By field name. */
  readonly clocks: Readonly<Record<string, Hlc>>;
  readonly bodySentHlc: Hlc | null;
  readonly otherBodies: readonly OtherBody[];
}

/** What an op may carry for a mark. Unknown names are refused: silence would lose what a newer client wrote. */
export const annotationFields = z
  .strictObject({
    ...annotation.pick({
      bookId: true,
      versionId: true,
      kind: true,
      color: true,
      body: true,
      tags: true,
      target: true,
      anchor: true,
      chapterTitle: true,
      totalProgression: true,
    }).shape,
    createdAt: z.number().int().min(0),
    deletedAt: z.number().int().min(0).nullable(),
    dismissedBodies: z.array(z.object({ at: z.number().int(), deviceId: z.string().max(32) })).max(100),
  })
  .partial();
export type AnnotationFields = z.output<typeof annotationFields>;
