/** The button of a layer in the top bar of the reading page. The layers are loaded after the page. */
import { createPortal } from 'react-dom';
import styles from './bars.module.css';
import { LAYER_TOOLS_ID } from './reader-bars.tsx';

interface LayerToolProps {
  /** Accessible name of the button; absent if it is the label. */
  readonly name?: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Returns the button, drawn in the top bar, so that it covers no text. */
export const LayerTool = ({ name, label, isOpen, onToggle }: LayerToolProps) => {
  const tools = document.getElementById(LAYER_TOOLS_ID);
  if (tools === null) return null;
  return createPortal(
    <button type="button" className={styles.layerTool} aria-label={name} aria-expanded={isOpen} onClick={onToggle}>
      {label}
    </button>,
    tools,
  );
};
