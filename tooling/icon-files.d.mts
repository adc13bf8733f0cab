export declare const icoOf: (pictures: readonly (readonly [number, Buffer])[]) => Buffer;
export declare const icnsOf: (pictures: ReadonlyMap<number, Buffer>) => Buffer;
