/** Downloads a document that an applicant uploaded as proof, for the editor who decides. The file is never displayed inside our pages. */
import { type ProofFile, readProof } from '@shufang/contract';
import { fetchFile } from '../../../platform/api/fetch-file.ts';
import { onApiError } from '../../../platform/api/on-api-error.ts';
import { saveFile } from '../../../platform/api/save-file.ts';

export const fetchProof = async (id: string, proof: ProofFile): Promise<void> => {
  try {
    saveFile(proof.name, await fetchFile(readProof, { id, fileId: proof.id }));
  } catch (error) {
    onApiError(error);
  }
};
