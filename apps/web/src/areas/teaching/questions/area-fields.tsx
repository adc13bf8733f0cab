/** The picture of a question with areas, and its areas by coordinates, so that nothing has to be drawn. */
import { Checkbox, Cluster, FileButton, SelectField, Stack, Text, TextButton, TextField } from '@shufang/ui';
import { useState } from 'react';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { type EditedArea, type EditedPart, freeId } from './edited-question.ts';
import styles from './questions.module.css';
import { readPicture } from './read-picture.ts';

const SHAPES = ['rect', 'circle', 'poly'] as const;

interface AreaFieldsProps {
  readonly part: EditedPart;
  readonly onChange: (change: Partial<EditedPart>) => void;
}

export const AreaFields = ({ part: { picture, areas }, onChange }: AreaFieldsProps) => {
  const [problem, setProblem] = useState<string>();
  const replace = (index: number, change: Partial<EditedArea>): void =>
    onChange({ areas: areas.map((area, at) => (at === index ? { ...area, ...change } : area)) });
  const choose = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return;
    const read = await readPicture(file);
    if (typeof read === 'string') {
      setProblem(undefined);
      onChange({ picture: read });
    } else setProblem(read.problem === 'tooLarge' ? text.pictureTooLarge : text.pictureFailed);
  };
  return (
    <Stack gap={16}>
      <div>
        <FileButton label={text.choosePicture} accept="image/png,image/jpeg,image/gif,image/webp" onFiles={(files) => void choose(files)}>
          {picture === '' ? text.choosePicture : text.changePicture}
        </FileButton>
        {problem === undefined ? null : (
          <Text as="p" role="alert" tone="accent">
            {problem}
          </Text>
        )}
      </div>
      <Stack as="fieldset" gap={12} className={styles.fields}>
        <legend>{text.areas}</legend>
        <Text as="p" size={13} tone="soft">
          {text.areasHint}
        </Text>
        {areas.map((area, index) => (
          <Stack key={area.id} gap={8}>
            <Cluster gap={12} align="start">
              <SelectField
                label={text.shape(index + 1)}
                options={SHAPES.map((value) => ({ value, label: text.shapes[value] }))}
                value={area.shape}
                onChange={(value) => replace(index, { shape: SHAPES.find((shape) => shape === value) ?? 'rect' })}
              />
              <TextField
                label={text.coordinates(index + 1)}
                value={area.coordinates}
                onChange={(coordinates) => replace(index, { coordinates })}
              />
              <TextField label={text.areaLabel(index + 1)} value={area.label} onChange={(label) => replace(index, { label })} />
            </Cluster>
            <Cluster gap={16} align="center">
              <Checkbox
                label={text.right}
                aria-label={text.areaRight(index + 1)}
                checked={area.isRight}
                onChange={({ target }) => replace(index, { isRight: target.checked })}
              />
              <TextButton aria-label={text.removeArea(index + 1)} onClick={() => onChange({ areas: areas.toSpliced(index, 1) })}>
                {text.remove}
              </TextButton>
            </Cluster>
          </Stack>
        ))}
        <p>
          <TextButton
            onClick={() =>
              onChange({
                areas: [
                  ...areas,
                  { id: freeId(areas.map(({ id }) => id)), shape: 'rect', coordinates: '', label: '', isRight: areas.length === 0 },
                ],
              })
            }
          >
            {text.addArea}
          </TextButton>
        </p>
      </Stack>
    </Stack>
  );
};
