/** Limits of the sample slice that the server shares with the contract or the client. */
export const sampleLimits = {
  /** product.md §6.4: books of one request. */
  samplesPerRequestMax: 5,
  /** Our choice: samples of one teacher in one term, print and digital together. Refused and withdrawn ones do not count. */
  samplesPerTeacherPerTerm: 10,
  /** product.md §7.5: days during which a digital sample may be read. */
  digitalSampleDays: 30,
  /** product.md §6.4: lengths of the fields of a request. */
  sampleReceiverChars: 10,
  sampleAddressChars: 255,
  samplePlanChars: 500,
  sampleCourseChars: 50,
  sampleTermChars: 30,
  sampleStudentsMax: 100_000,
  sampleCarrierChars: 30,
  sampleTrackingChars: 40,
  /** Our choice: requests that an operator decides, ships or exports at once. */
  samplesPerBatchMax: 100,
} as const;
