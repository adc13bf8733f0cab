/** The files of a response, for its student and the teacher: pictures are shown, other files are downloaded. */
import { type HandedFile, readHandedFile } from '@shufang/contract';
import { buttonClass, Cluster, Loader, Stack, Text } from '@shufang/ui';
import { fetchFile } from '../../../platform/api/fetch-file.ts';
import { onApiError } from '../../../platform/api/on-api-error.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { fileSize } from '../../../platform/messages/zh-cn/file-size.ts';
import { handedFileText as text } from '../../../platform/messages/zh-cn/handed-files.ts';
import styles from './files.module.css';
import { HandedPicture } from './handed-picture.tsx';
import { useFileUrl } from './use-file-url.ts';

interface HandedFilesProps {
  readonly attemptId: string;
  readonly files: readonly HandedFile[];
}

const Picture = ({ attemptId, file }: { attemptId: string; file: HandedFile }) => {
  const { url, isError } = useFileUrl(attemptId, file.id);
  if (isError) return <p role="alert">{text.failed(file.name)}</p>;
  return url === undefined ? <Loader label={text.loading(file.name)} /> : <HandedPicture file={file} src={url} />;
};

const download = async (attemptId: string, { id, name }: HandedFile): Promise<void> => {
  try {
    saveFile(name, await fetchFile(readHandedFile, { attemptId, fileId: id }));
  } catch (error) {
    onApiError(error);
  }
};

export const HandedFiles = ({ attemptId, files }: HandedFilesProps) =>
  files.length === 0 ? (
    <Text as="p" tone="soft">
      {text.none}
    </Text>
  ) : (
    <Stack as="ol" gap={20} className={styles.files} aria-label={text.list}>
      {files.map((file, index) => (
        <li key={`${file.id} ${index}`}>
          <Stack gap={8}>
            <Cluster gap={12} align="center" justify="between">
              <Text size={14} breakWords>
                {text.fileNo(index + 1, file.name)}
                <Text size={13} tone="faint">
                  　{fileSize(file.sizeBytes)}
                </Text>
              </Text>
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-label={text.downloadOf(file.name)}
                onClick={() => void download(attemptId, file)}
              >
                {text.download}
              </button>
            </Cluster>
            {file.mediaType.startsWith('image/') ? <Picture attemptId={attemptId} file={file} /> : null}
          </Stack>
        </li>
      ))}
    </Stack>
  );
