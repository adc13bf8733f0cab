/** A QR code drawn in the page: nobody else learns what it says. */
import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  /** What it is, for who cannot see it. */
  readonly label: string;
  /** CSS pixels of an edge. */
  readonly size?: number;
}

/** White around it, in modules: scanners ask for four. */
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
