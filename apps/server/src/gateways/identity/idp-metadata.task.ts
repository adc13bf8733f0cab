/** Parses, in an isolated process, the identity provider metadata that an administrator pasted. */
import { CodedError } from '@shufang/contract/errors';
import { type IdpMetadata, MetadataError, readIdpMetadata } from './idp-metadata.ts';

/** Returns the parsed metadata. Throws `institution.metadataBad`. */
export const run = (xml: string): IdpMetadata => {
  try {
    return readIdpMetadata(xml);
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    throw new CodedError('institution.metadataBad', { reason: error.message }, { cause: error });
  }
};
