type Detected = { readonly rawValue: string }
type Detector = { detect(source: HTMLVideoElement): Promise<readonly Detected[]> }
type DetectorClass = new (options: { formats: readonly string[] }) => Detector

/** The browser's own BarcodeDetector, if it has one. */
export const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser can read codes, and may have a camera. */
export const canScan = (): boolean => detectorClass() !== undefined && Boolean(navigator.mediaDevices?.getUserMedia)
