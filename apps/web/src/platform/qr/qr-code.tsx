/** A QR code rendered in the page, without any external service. */
import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  /** Accessible name of the QR code. */
  readonly label: string;
  /** Length of an edge of the QR code in CSS pixels. */
  readonly size?: number;
}

/** Width of the white margin in modules (dots of the code); scanners require four. */
const QUIET_ZONE = 4;

export const QrCode = ({ text, label, size = 168 }: QrCodeProps) => {
  const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${modules} ${modules}`} width={size} height={size} shapeRendering="crispEdges">
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#1f1e1b" />
    </svg>
  );
};
