// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A contract account of one owner: it takes the owner's personal_sign signatures as its own (ERC-1271).
contract SmartWallet {
    address public owner;

    constructor(address first) {
        owner = first;
    }

    function setOwner(address next) external {
        require(msg.sender == owner, "not the owner");
        owner = next;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
