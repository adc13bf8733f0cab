/** The toolbar of the selected text or the chosen annotation, connected with the annotations of the page. */
import { LIMITS, type Locator } from '@shufang/contract';
import type { FloatingArea } from '@shufang/ui';
import type { Ref } from 'react';
import { SelectionToolbar } from '../../../features/annotation/selection-toolbar.tsx';
import type { useAnnotationsOnPage } from './use-annotations-on-page.ts';

export interface PassageToolbarProps {
  annotations: ReturnType<typeof useAnnotationsOnPage>;
  area: FloatingArea;
  /** Reads aloud from a position. */
  onReadAloud: (from: Locator) => void;
  onSearch: (text: string) => void;
  onReport: (passage: { quote: string; locator: Locator }) => void;
  /** Called after the user has closed the toolbar. */
  onDismiss: () => void;
  ref?: Ref<{ focus: () => void }>;
}

export const PassageToolbar = ({ annotations, area, onReadAloud, onSearch, onReport, onDismiss, ref }: PassageToolbarProps) => {
  const { chosen } = annotations;
  if (!chosen) return null;
  /** Closes the toolbar and continues with its passage. */
  const leaveWith = (use: (passage: { quote: string; locator: Locator }) => void) => (): void => {
    const passage = annotations.passage();
    annotations.dismiss();
    if (passage) use(passage);
  };
  const annotation = chosen.kind === 'annotation' ? chosen.annotation : undefined;
  return (
    <SelectionToolbar
      key={chosen.kind}
      ref={ref}
      passage={chosen.kind === 'selection' ? chosen.report.rect : chosen.rect}
      area={area}
      byTouch={chosen.kind === 'selection' && chosen.report.byTouch}
      color={annotation?.color}
      highlightStyle={annotations.highlightStyle}
      hasNote={annotation !== undefined && annotation.body !== ''}
      onColor={(color) => void annotations.chooseLook({ color })}
      onHighlightStyle={(highlightStyle) => void annotations.chooseLook({ highlightStyle })}
      onCopy={() => void annotations.copy()}
      onWriteNote={() => void annotations.writeNote()}
      onCopyCitation={() => void annotations.copyCitation()}
      onShareCard={annotations.openShareCard}
      lookUpName={annotations.lookUpName}
      onLookUp={annotations.lookUp}
      onReadAloud={leaveWith(({ locator }) => onReadAloud(locator))}
      onSearch={leaveWith(({ quote }) => onSearch(quote.trim().slice(0, LIMITS.searchTextMax)))}
      onAskClass={annotations.askClass}
      onReport={leaveWith(onReport)}
      onReanchor={annotations.reanchoring && !annotation ? () => void annotations.reanchorHere() : undefined}
      onDelete={annotation && (() => void annotations.deleteAnnotation(annotation))}
      onDismiss={() => {
        annotations.dismiss();
        onDismiss();
      }}
    />
  );
};
