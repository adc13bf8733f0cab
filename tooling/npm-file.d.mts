export declare const readNpmFile: (name: string, version: string, checksum: string, file: string) => string;
