// The files that hold the icon of a program in several sizes: `.ico` for Windows, `.icns` for macOS. Their pictures are PNG files.

/**
 * Returns an icon file for Windows. `pictures`: pairs of edge and PNG file, at most 256 pixels.
 * https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export const icoOf = (pictures) => {
  const HEADER = 6;
  const ENTRY = 16;
  const head = Buffer.alloc(HEADER + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [size, picture]] of pictures.entries()) {
    const at = HEADER + ENTRY * index;
    // An edge of 256 pixels is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures.map(([, picture]) => picture)]);
};

/** Types of the pictures in an icon file of macOS, with their edges; some stand for half the edge on a dense screen. */
const ICNS_TYPES = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** Returns an icon file for macOS. `pictures`: PNG files by their edge. */
export const icnsOf = (pictures) => {
  const blockOf = (type, data) => {
    const head = Buffer.alloc(8, type, 'latin1');
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  };
  return blockOf('icns', Buffer.concat(ICNS_TYPES.map(([type, size]) => blockOf(type, pictures.get(size)))));
};
