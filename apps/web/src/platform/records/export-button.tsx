/** The button that exports a list; while the export runs, further clicks have no effect. */
import { buttonClass } from '@shufang/ui';

interface ExportButtonProps {
  readonly label: string;
  /** The label while the export runs. */
  readonly busyLabel: string;
  readonly isBusy: boolean;
  readonly onExport: () => void;
}

export const ExportButton = ({ label, busyLabel, isBusy, onExport }: ExportButtonProps) => (
  <button
    type="button"
    className={buttonClass('quiet')}
    aria-disabled={isBusy}
    onClick={() => {
      if (!isBusy) onExport();
    }}
  >
    {isBusy ? busyLabel : label}
  </button>
);
